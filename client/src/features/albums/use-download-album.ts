import { useTranslation } from 'react-i18next';
import { followDownload } from '../../lib/download.ts';
import { showToast } from '../../lib/toast.tsx';

/** Saves a finished album under the name that the server gives it, `{albumName}-album.mp4`; a toast says how that went. */
export function useDownloadAlbum() {
  const { t } = useTranslation();
  return async (downloadUrl: string) => {
    try {
      await followDownload(downloadUrl);
      showToast({ title: t('download.started'), message: t('albums.downloadStarted') });
    } catch {
      showToast({ title: t('download.failed'), message: t('common.pleaseTryAgain'), tone: 'destructive' });
    }
  };
}
