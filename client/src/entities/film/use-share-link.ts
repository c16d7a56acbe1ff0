import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import type { SharedKind } from '#shared/shared-page.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { shareLink } from '#client/lib/share.ts';
import { showToast } from '#client/ui/toast.tsx';

/**
 * Shares the public link of a video or album by its id: through the system's share sheet, otherwise the clipboard,
 * otherwise `onShowLink`.
 */
export function useShareLink(kind: SharedKind, onShowLink: (url: string) => void) {
  const { t } = useTranslation();
  const language = useLanguage();
  return async (id: string) => {
    const url = new URL(href(language, kind, { id }), window.location.href).href;
    const outcome = await shareLink({ title: t('share.title'), url });
    if (outcome === 'copied') showToast({ title: t('share.copied'), message: t('share.copiedText') });
    if (outcome === 'unavailable') onShowLink(url);
  };
}
