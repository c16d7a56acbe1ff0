import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { followDownload } from '#client/api/download.ts';
import { showToast } from '#client/ui/toast.tsx';

/**
 * Saves a finished album under the name that the server gives it, `{albumName}-album.mp4`; a toast reports the outcome.
 */
export function useDownloadAlbum() {
  const { t } = useTranslation();
  return useMutation({
    mutationFn: (downloadUrl: string) => followDownload(downloadUrl),
    networkMode: 'always',
    meta: { failure: { title: 'download.failed' } },
    onSuccess: () => showToast({ title: t('download.started'), message: t('albums.downloadStarted') }),
  }).mutate;
}
