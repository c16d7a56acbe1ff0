import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router';
import button from '#client/ui/plain/button.module.css';
import { defaultPackage, isPackageId } from '#shared/packages.ts';
import { href } from '#shared/pages.ts';
import { BackLink } from '#client/ui/back-link.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { Page } from '#client/ui/page.tsx';
import { AppHeader } from '#client/ui/app-header.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import { AppAccount } from '#client/features/sign-in/app-account.tsx';
import { useUser } from '#client/features/sign-in/signed-in.tsx';
import { CheckoutPanel } from '#client/features/buy-credits/checkout/checkout-panel.tsx';
import { useBalance } from '#client/features/buy-credits/use-balance.ts';
import { usePurchase } from '#client/features/buy-credits/use-purchase.ts';
import { usePurchasesAvailable } from '#client/features/buy-credits/use-purchases-available.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import type { NavigationState } from '#client/lib/navigation-state.ts';

/** The step between choosing a package and paying for it. */
export function CheckoutPage() {
  const { t } = useTranslation();
  const { email } = useUser();
  const language = useLanguage();
  const navigate = useNavigate();
  useBalance();
  // The payment was made in the other tab: there is nothing left to wait for.
  const state: NavigationState = { paidElsewhere: true };
  usePurchase(() => void navigate(href(language, 'create'), { replace: true, state }));
  const available = usePurchasesAvailable();
  if (available === undefined) return <Spinner />;
  return (
    <>
      <AppHeader lead={<BackLink to={href(language, 'create')} label={t('packages.back')} />}>
        <AppAccount email={email} />
      </AppHeader>
      <Page title={t('titles.checkout')}>{available ? <Order /> : <Closed />}</Page>
    </>
  );
}

/** The order for the package in the address, or the default one. */
function Order() {
  const { t } = useTranslation();
  const language = useLanguage();
  const [query] = useSearchParams();
  const packageId = query.get('package') || defaultPackage;
  if (isPackageId(packageId)) return <CheckoutPanel key={packageId} packageId={packageId} />;
  return (
    <Notice title={t('checkout.unknown')} text={t('checkout.unknownText')}>
      <Link to={href(language, 'packages')} className={button.filled}>
        {t('checkout.packages')}
      </Link>
    </Notice>
  );
}

function Closed() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <Notice title={t('packages.closedTitle')} text={t('packages.closedText')}>
      <Link to={href(language, 'create')} className={button.filled}>
        {t('checkout.return')}
      </Link>
    </Notice>
  );
}
