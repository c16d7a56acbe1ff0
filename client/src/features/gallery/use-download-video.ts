import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fileNameOf } from '../../../../shared/file-name.ts';
import type { VideoTask } from '../../../../shared/schemas/video.ts';
import { followDownload } from '../../lib/download.ts';
import { showToast } from '../../lib/toast.tsx';

/** Opens a finished video's download address in a new tab; a toast says that it started, or that it can't be had. */
export function useDownloadVideo({ id, name, downloadUrl }: Pick<VideoTask, 'id' | 'name' | 'downloadUrl'>) {
  const { t } = useTranslation();
  return useMutation({
    async mutationFn() {
      if (!downloadUrl) throw new Error('The video has no download address');
      // Kept in place where the file is ours, opened beside the page where it lies on another host.
      const file = name === null ? `memori-video-${id}` : fileNameOf(name);
      await followDownload(downloadUrl, { download: `${file}.mp4`, target: '_blank' });
    },
    networkMode: 'always',
    meta: { failure: { title: 'download.galleryFailed', text: 'download.galleryFailedText' } },
    onSuccess: () => showToast({ title: t('download.started'), message: t('download.startedText') }),
  }).mutate;
}
