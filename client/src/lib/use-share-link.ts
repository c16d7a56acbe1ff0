import { useTranslation } from 'react-i18next';
import { shareLink } from './share.ts';
import { showToast } from './toast.tsx';

/** Shares the link to a path of ours: by the system's share sheet, else the clipboard, else `onShowLink`. */
export function useShareLink(onShowLink: (url: string) => void) {
  const { t } = useTranslation();
  return async (path: string) => {
    const url = new URL(path, window.location.href).href;
    const outcome = await shareLink({ title: t('share.title'), url });
    if (outcome === 'copied') showToast({ title: t('share.copied'), message: t('share.copiedText') });
    if (outcome === 'unavailable') onShowLink(url);
  };
}
