import { useTranslation } from 'react-i18next';
import { showToast } from '#client/ui/toast.tsx';
import { trpc } from '#client/api/trpc.ts';

/** Sends the mail that verifies the user's address, one at a time, and says so. */
export function useSendVerification() {
  const { t } = useTranslation();
  const { mutate, isPending } = trpc.recovery.sendVerification.useMutation({
    meta: { failure: { title: 'account.email.notSent' } },
    onSuccess: () => showToast({ title: t('account.email.sent'), message: t('account.email.sentText') }),
  });
  return { send: () => void (!isPending && mutate()), isPending };
}
