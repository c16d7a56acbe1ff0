import { MailLinkPage } from '#client/components/mail-link-page.tsx';
import { trpc } from '#client/lib/trpc.ts';

/** The target of a mail's link that cancels the deletion of an account. */
export function KeepPage() {
  const { me } = trpc.useUtils().auth;
  const keep = trpc.recovery.keep.useMutation({ onSuccess: () => me.invalidate() });
  return <MailLinkPage name="keep" action={keep} />;
}
