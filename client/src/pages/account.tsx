import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessSection } from '../features/account/access-section.tsx';
import { DeleteSection } from '../features/account/delete-section.tsx';
import { EmailSection } from '../features/account/email-section.tsx';
import { ExportSection } from '../features/account/export-section.tsx';
import { LanguageSection } from '../features/account/language-section.tsx';
import { MailSection } from '../features/account/mail-section.tsx';
import { PasskeysSection } from '../features/account/passkeys-section.tsx';
import { PasswordSection } from '../features/account/password-section.tsx';
import { PurchasesSection } from '../features/account/purchases-section.tsx';
import { SessionsSection } from '../features/account/sessions-section.tsx';
import { TokensSection } from '../features/account/tokens-section.tsx';
import { WebhooksSection } from '../features/account/webhooks-section.tsx';
import { useUser } from '../features/auth/signed-in.tsx';
import classes from './account.module.css';
import { SubPage } from './sub-page.tsx';

/** The account settings: one section per topic. */
export function AccountPage() {
  const { t } = useTranslation();
  const user = useUser();
  const [offered, setOffered] = useState(false);
  return (
    <SubPage title={t('titles.account')} heading={t('account.heading')} lead={t('account.intro')}>
      <div className={classes.sections}>
        <EmailSection user={user} />
        <PasswordSection onChanged={() => setOffered(true)} />
        <AccessSection offered={offered} onAnswered={() => setOffered(false)} />
        <PasskeysSection />
        <SessionsSection onEndedOthers={() => setOffered(true)} />
        <MailSection />
        <LanguageSection />
        <PurchasesSection />
        <TokensSection />
        <WebhooksSection />
        <ExportSection />
        <DeleteSection />
      </div>
    </SubPage>
  );
}
