import { MailLinkPage } from '../components/mail-link-page.tsx';
import { trpc } from '../lib/trpc.ts';

/** Where the link of a mail leads that keeps an account which was to be deleted. */
export function KeepPage() {
  const { me } = trpc.useUtils().auth;
  const keep = trpc.recovery.keep.useMutation({ onSuccess: () => me.invalidate() });
  return <MailLinkPage name="keep" action={keep} />;
}
