import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { memoryFileName, saveAs } from '../../lib/download.ts';
import { showToast } from '../../lib/toast.tsx';

/** Fetches the finished video whole and saves it; a toast says how that went. */
export function useKeepVideo(downloadUrl: string) {
  const { t } = useTranslation();
  const [pending, setPending] = useState(false);

  async function save() {
    if (pending) return;
    setPending(true);
    try {
      await saveAs(downloadUrl, memoryFileName(new Date()));
      showToast({ title: t('download.started'), message: t('download.startedText') });
    } catch {
      showToast({ title: t('download.failed'), message: t('download.failedText'), tone: 'destructive' });
    } finally {
      setPending(false);
    }
  }

  return { pending, save };
}
