import { useTranslation } from 'react-i18next';
import type { User } from '#shared/schemas/auth.ts';
import { Button } from '#client/ui/button.tsx';
import { SectionCard } from '#client/ui/section-card.tsx';
import { useSendVerification } from '#client/entities/user/use-send-verification.ts';
import { ChangeEmailForm } from './change-email-form.tsx';
import { WaysBack } from './ways-back.tsx';
import classes from './account.module.css';

/** The account's email address, and whether it is verified. */
export function EmailSection({ user }: { user: User }) {
  const { t } = useTranslation();
  const { send, isPending } = useSendVerification();
  return (
    <SectionCard title={t('account.email.title')} lead={t('account.email.lead')}>
      <p className={classes.strong}>{user.email}</p>
      <p>{t(user.verified ? 'account.email.verified' : 'account.email.unverified')}</p>
      {!user.verified && (
        <Button look="quiet" small aria-disabled={isPending} onClick={send}>
          {t('account.email.sendAgain')}
        </Button>
      )}
      <WaysBack />
      <ChangeEmailForm />
    </SectionCard>
  );
}
