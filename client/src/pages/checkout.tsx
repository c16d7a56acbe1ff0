import { useTranslation } from 'react-i18next';
import { BackLink } from '../components/back-link.tsx';
import { Page } from '../components/page.tsx';
import { SiteHeader } from '../components/site-header.tsx';
import { AccountMenu } from '../features/auth/account-menu.tsx';
import { RequireSession } from '../features/auth/require-session.tsx';
import { BuyingClosed } from '../features/credits/buying-closed.tsx';
import { useLanguage } from '../i18n/use-language.ts';

/** Where a payment will begin. */
export default function CheckoutPage() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <RequireSession>
      {(user) => (
        <>
          <SiteHeader lead={<BackLink to={`/${language}/create`} label={t('buying.back')} />}>
            <AccountMenu email={user.email} />
          </SiteHeader>
          <Page title={t('titles.checkout')}>
            <BuyingClosed />
          </Page>
        </>
      )}
    </RequireSession>
  );
}
