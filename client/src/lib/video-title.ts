import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { formatMoment } from './format.ts';

/** Returns a function for a video's display title: its name, otherwise when it was requested. */
export function useVideoTitle(): (video: Pick<VideoTask, 'name' | 'createdAt'>) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ name, createdAt }) => name ?? t('gallery.video', { date: formatMoment(createdAt, language) });
}
