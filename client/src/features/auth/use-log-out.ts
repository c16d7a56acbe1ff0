import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { href } from '../../../../shared/pages.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { forgetKeptPhoto } from '../../lib/kept-photo.ts';
import { showToast } from '../../lib/toast.tsx';
import { trpc } from '../../lib/trpc.ts';

/** Ends the session, forgets everything that was fetched, and leaves for the landing page. */
export function useLogOut() {
  const { t } = useTranslation();
  const language = useLanguage();
  const queryClient = useQueryClient();
  return trpc.auth.signOut.useMutation({
    onMutate: forgetKeptPhoto,
    onSuccess() {
      queryClient.clear();
      // A whole new page: nothing of this user stays in memory, previews and half-filled forms included.
      window.location.assign(href(language, 'landing'));
    },
    onError: () => showToast({ title: t('header.logoutFailed'), tone: 'destructive' }),
  });
}
