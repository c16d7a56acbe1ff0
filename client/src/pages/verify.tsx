import { MailLinkPage } from '../components/mail-link-page.tsx';
import { trpc } from '../lib/trpc.ts';

/** Where the link of a mail leads that shows whose address it is. */
export function VerifyPage() {
  const { me } = trpc.useUtils().auth;
  const verify = trpc.recovery.verify.useMutation({ onSuccess: () => me.invalidate() });
  return <MailLinkPage name="verify" action={verify} />;
}
