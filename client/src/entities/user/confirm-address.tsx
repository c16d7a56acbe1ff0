import { useTranslation } from 'react-i18next';
import { trpc } from '#client/api/trpc.ts';
import { useSendVerification } from './use-send-verification.ts';
import { Button } from '#client/ui/button.tsx';
import { Dismissible } from '#client/ui/dismissible.tsx';

/**
 * Says what will be mailed once the user's address is confirmed, with a button for the mail that confirms it. Nothing if it
 * is confirmed, or if that is unknown.
 */
export function ConfirmAddress({ text }: { text: string }) {
  const { t } = useTranslation();
  const user = trpc.auth.me.useQuery().data?.user;
  const { send, isPending } = useSendVerification();
  if (!user || user.verified) return null;
  return (
    <Dismissible>
      <p role="status">{text}</p>
      <Button look="quiet" small aria-disabled={isPending} onClick={send}>
        {t('account.email.confirm')}
      </Button>
    </Dismissible>
  );
}
