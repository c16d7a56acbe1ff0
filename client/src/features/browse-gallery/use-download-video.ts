import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fileNameOf } from '#shared/file-name.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import { followDownload } from '#client/api/download.ts';
import { showToast } from '#client/ui/toast.tsx';

/** Downloads a finished video; a toast says that the download started, or that the file is unavailable. */
export function useDownloadVideo({ id, name, downloadUrl }: Pick<VideoTask, 'id' | 'name' | 'downloadUrl'>) {
  const { t } = useTranslation();
  return useMutation({
    async mutationFn() {
      if (!downloadUrl) throw new Error('The video has no download address');
      // Saved in place if the file is ours; opened in a new tab if it is on another host.
      const file = name === null ? `memori-video-${id}` : fileNameOf(name);
      await followDownload(downloadUrl, { download: `${file}.mp4`, target: '_blank' });
    },
    networkMode: 'always',
    meta: { failure: { title: 'download.galleryFailed', text: 'download.galleryFailedText' } },
    onSuccess: () => showToast({ title: t('download.started'), message: t('download.startedText') }),
  }).mutate;
}
