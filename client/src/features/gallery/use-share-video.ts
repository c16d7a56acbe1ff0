import { useTranslation } from 'react-i18next';
import { shareLink } from '../../lib/share.ts';
import { showToast } from '../../lib/toast.ts';
import { publicVideoPath } from '../../lib/video-path.ts';

/** Shares a video's public link: the system's share sheet, else the clipboard, else `onShowLink`. */
export function useShareVideo(taskId: string, onShowLink: (url: string) => void) {
  const { t } = useTranslation();
  return async () => {
    const url = new URL(publicVideoPath(taskId), window.location.href).href;
    const outcome = await shareLink({ title: t('share.title'), url });
    if (outcome === 'copied') showToast({ title: t('share.copied'), message: t('share.copiedText') });
    if (outcome === 'unavailable') onShowLink(url);
  };
}
