import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { href } from '../../../shared/pages.ts';
import { AppHeader } from '../components/app-header.tsx';
import { BackLink } from '../components/back-link.tsx';
import { Page } from '../components/page.tsx';
import { PageColumn } from '../components/page-column.tsx';
import { WithdrawForm } from '../features/account/withdraw-form.tsx';
import { AppAccount } from '../features/auth/app-account.tsx';
import { useUser } from '../features/auth/signed-in.tsx';
import { useLanguage } from '../i18n/use-language.ts';

/** Where buyers withdraw from the contract: from the purchase that the address names, or one that they choose. */
export function WithdrawPage() {
  const { t } = useTranslation();
  const { email } = useUser();
  const language = useLanguage();
  const [query] = useSearchParams();
  return (
    <>
      <AppHeader lead={<BackLink to={href(language, 'account')} label={t('withdraw.back')} />}>
        <AppAccount email={email} />
      </AppHeader>
      <Page title={t('titles.withdraw')}>
        <PageColumn heading={t('withdraw.heading')} lead={t('withdraw.lead')} compact>
          <WithdrawForm email={email} named={query.get('purchase')} />
        </PageColumn>
      </Page>
    </>
  );
}
