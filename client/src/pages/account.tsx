import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AccessSection } from '#client/features/settings/access-section.tsx';
import { DeleteSection } from '#client/features/settings/delete-section.tsx';
import { EmailSection } from '#client/features/settings/email-section.tsx';
import { ExportSection } from '#client/features/settings/export-section.tsx';
import { LanguageSection } from '#client/features/settings/language-section.tsx';
import { MailSection } from '#client/features/settings/mail-section.tsx';
import { PurchasesSection } from '#client/features/settings/purchases-section.tsx';
import { SignInSection } from '#client/features/settings/sign-in-section.tsx';
import { useUser } from '#client/features/sign-in/signed-in.tsx';
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
        <AccessSection offered={offered} onAnswered={() => setOffered(false)} />
        <EmailSection user={user} />
        <LanguageSection />
        <MailSection />
        <SignInSection onChanged={() => setOffered(true)} />
        <PurchasesSection />
        <ExportSection />
        <DeleteSection />
      </div>
    </SubPage>
  );
}
