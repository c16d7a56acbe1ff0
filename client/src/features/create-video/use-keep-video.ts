import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { fileNameOf } from '#shared/file-name.ts';
import { memoryFileName, saveAs } from '#client/api/download.ts';
import { showToast } from '#client/ui/toast.tsx';

/** Downloads the whole finished video and saves it, under its name if it has one; a toast reports the outcome. */
export function useKeepVideo(downloadUrl: string, name: string | null) {
  const { t } = useTranslation();
  const { isPending, mutate } = useMutation({
    mutationFn: () =>
      saveAs(downloadUrl, name === null ? memoryFileName(new Date()) : `${fileNameOf(name)}.mp4`),
    networkMode: 'always',
    meta: { failure: { title: 'download.failed', text: 'download.failedText' } },
    onSuccess: () => showToast({ title: t('download.started'), message: t('download.startedText') }),
  });
  return { pending: isPending, save: () => !isPending && mutate() };
}
