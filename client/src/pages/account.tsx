import { useTranslation } from 'react-i18next';
import { href } from '../../../shared/pages.ts';
import { AppHeader } from '../components/app-header.tsx';
import { BackLink } from '../components/back-link.tsx';
import { Page } from '../components/page.tsx';
import { PageColumn } from '../components/page-column.tsx';
import { DeleteSection } from '../features/account/delete-section.tsx';
import { EmailSection } from '../features/account/email-section.tsx';
import { ExportSection } from '../features/account/export-section.tsx';
import { LanguageSection } from '../features/account/language-section.tsx';
import { MailSection } from '../features/account/mail-section.tsx';
import { PasswordSection } from '../features/account/password-section.tsx';
import { PurchasesSection } from '../features/account/purchases-section.tsx';
import { SessionsSection } from '../features/account/sessions-section.tsx';
import { TokensSection } from '../features/account/tokens-section.tsx';
import { WebhooksSection } from '../features/account/webhooks-section.tsx';
import { AppAccount } from '../features/auth/app-account.tsx';
import { useUser } from '../features/auth/signed-in.tsx';
import { useLanguage } from '../i18n/use-language.ts';
import classes from './account.module.css';

/** All that a user can see and change of the account: a section for each subject. */
export function AccountPage() {
  const { t } = useTranslation();
  const user = useUser();
  const language = useLanguage();
  return (
    <>
      <AppHeader lead={<BackLink to={href(language, 'create')} label={t('account.back')} />}>
        <AppAccount email={user.email} />
      </AppHeader>
      <Page title={t('titles.account')}>
        <PageColumn heading={t('account.heading')} lead={t('account.intro')} compact>
          <div className={classes.sections}>
            <EmailSection user={user} />
            <PasswordSection />
            <SessionsSection />
            <MailSection />
            <LanguageSection />
            <TokensSection />
            <WebhooksSection />
            <PurchasesSection />
            <ExportSection />
            <DeleteSection />
          </div>
        </PageColumn>
      </Page>
    </>
  );
}
