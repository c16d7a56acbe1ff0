import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { href } from '#shared/pages.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { WithdrawForm } from '#client/features/settings/withdraw-form.tsx';
import { useUser } from '#client/features/sign-in/signed-in.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { SubPage } from './sub-page.tsx';

/** Where buyers withdraw from the contract: for the purchase in the address, or one that they choose. */
export function WithdrawPage() {
  const { t } = useTranslation();
  const { email } = useUser();
  const language = useLanguage();
  const [query] = useSearchParams();
  return (
    <SubPage
      title={t('titles.withdraw')}
      heading={t('withdraw.heading')}
      lead={t('withdraw.lead')}
      back={<BackLink to={href(language, 'account')} label={t('withdraw.back')} />}
    >
      <WithdrawForm email={email} named={query.get('purchase')} />
    </SubPage>
  );
}
