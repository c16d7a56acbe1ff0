import { useTranslation } from 'react-i18next';
import { SectionCard } from '#client/ui/section-card.tsx';
import { PasskeysSection } from './passkeys-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';

/**
 * The password, the passkeys, and where the account is signed in; closed until somebody wants to change one.
 * `onChanged` is called once the password was changed or all others were signed out.
 */
export function SignInSection({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation();
  return (
    <SectionCard folded title={t('account.signIn.title')} lead={t('account.signIn.lead')}>
      <PasswordSection onChanged={onChanged} />
      <PasskeysSection />
      <SessionsSection onEndedOthers={onChanged} />
    </SectionCard>
  );
}
