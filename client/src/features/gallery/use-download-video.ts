import { useTranslation } from 'react-i18next';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import { followLink } from '../../lib/download.ts';
import { showToast } from '../../lib/toast.tsx';

/** Opens a finished video's download address; a toast says that it started, or that there is none. */
export function useDownloadVideo({ id, downloadUrl }: Pick<VideoTask, 'id' | 'downloadUrl'>) {
  const { t } = useTranslation();
  return () => {
    if (!downloadUrl) {
      return showToast({
        title: t('download.galleryFailed'),
        message: t('download.galleryFailedText'),
        tone: 'destructive',
      });
    }
    // Kept in place where the file is ours, opened beside the page where it lies on another host.
    followLink(downloadUrl, { download: `memori-video-${id}.mp4`, target: '_blank' });
    showToast({ title: t('download.started'), message: t('download.startedText') });
  };
}
