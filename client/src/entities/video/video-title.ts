import { useTranslation } from 'react-i18next';
import type { VideoTask } from '#shared/schemas/video.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatMoment } from '#client/lib/format.ts';

/** Returns a function for a video's display title: its name, otherwise when it was requested. */
export function useVideoTitle(): (video: Pick<VideoTask, 'name' | 'createdAt'>) => string {
  const { t } = useTranslation();
  const language = useLanguage();
  return ({ name, createdAt }) => name ?? t('gallery.video', { date: formatMoment(createdAt, language) });
}

/**
 * Returns a function for the names by which a list's controls tell its videos apart: the title, and for videos of the same
 * title a number as well, the oldest first. `videos` are the list's, the newest first.
 */
export function useVideoNames(
  videos: readonly Pick<VideoTask, 'taskId' | 'name' | 'createdAt'>[],
): (video: Pick<VideoTask, 'taskId' | 'name' | 'createdAt'>) => string {
  const { t } = useTranslation();
  const titleOf = useVideoTitle();
  const sameTitle = new Map<string, string[]>();
  for (const video of videos) {
    const title = titleOf(video);
    sameTitle.set(title, [video.taskId, ...(sameTitle.get(title) ?? [])]);
  }
  return (video) => {
    const name = titleOf(video);
    const ids = sameTitle.get(name) ?? [];
    const number = ids.indexOf(video.taskId) + 1;
    return ids.length > 1 && number > 0 ? t('gallery.numbered', { name, number, total: ids.length }) : name;
  };
}
