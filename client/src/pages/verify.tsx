import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { MailLinkPage } from '#client/components/mail-link-page.tsx';
import { trpc } from '#client/lib/trpc.ts';

/** The texts for each outcome. */
const texts = {
  verified: (t: TFunction) => ({ title: t('mailLink.verify.done'), text: t('mailLink.verify.doneText') }),
  changed: (t: TFunction) => ({
    title: t('mailLink.verify.changed'),
    text: t('mailLink.verify.changedText'),
  }),
  undone: (t: TFunction) => ({ title: t('mailLink.verify.undone'), text: t('mailLink.verify.undoneText') }),
};

/** The target of mail links that verify an address, make it the account's, or revert that. */
export function VerifyPage() {
  const { t } = useTranslation();
  const { me } = trpc.useUtils().auth;
  const verify = trpc.recovery.verify.useMutation({ onSuccess: () => me.invalidate() });
  const did = verify.data?.did ?? 'verified';
  return <MailLinkPage name="verify" action={verify} successTexts={texts[did](t)} />;
}
