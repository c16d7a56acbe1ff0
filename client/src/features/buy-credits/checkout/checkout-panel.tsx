import { Wheel } from '#client/ui/spinner.tsx';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import button from '#client/ui/plain/button.module.css';
import app from '#client/ui/app-button.module.css';
import { type PackageId, packageOf } from '#shared/packages.ts';
import { href } from '#shared/pages.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatPrice } from '#client/lib/amounts.ts';
import { trpc } from '#client/api/trpc.ts';
import classes from './checkout-panel.module.css';
import { type OpenedCheckout, useCheckout } from './use-checkout.ts';

/** Takes the visitor to the payment page of a package, and keeps links there and back available. */
export function CheckoutPanel({ packageId }: { packageId: PackageId }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const checkout = useCheckout(packageId);
  const note = trpc.config.get.useQuery().data?.priceNotes[language];
  const { credits, price } = packageOf(packageId);
  return (
    <section className={classes.panel}>
      <p className={classes.order}>
        <span className={classes.name}>{t(`packages.${packageId}.name`)}</span>
        <span>{t('credits.count', { count: credits })}</span>
        <span>
          <span>{formatPrice(price, language)}</span>
          {note && <span>{` (${note})`}</span>}
        </span>
      </p>
      <p className={classes.soft}>{t('checkout.begin')}</p>
      <div className={classes.words} role="status">
        {checkout ? (
          <Opened blocked={checkout.blocked} />
        ) : (
          <>
            <Wheel />
            <h1 className={classes.title}>{t('checkout.opening')}</h1>
          </>
        )}
      </div>
      {checkout && <Ways {...checkout} />}
    </section>
  );
}

function Opened({ blocked }: { blocked: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      <h1 className={classes.title}>{t(blocked ? 'checkout.blocked' : 'checkout.opened')}</h1>
      <p>{t(blocked ? 'checkout.blockedText' : 'checkout.openedText')}</p>
      <p className={classes.soft}>{t('checkout.back')}</p>
    </>
  );
}

function Ways({ url, blocked }: OpenedCheckout) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={classes.ways}>
      <a
        href={url}
        target="_blank"
        rel="noopener noreferrer"
        className={`${blocked ? button.filled : button.quiet} ${classes.way}`}
        aria-label={t(blocked ? 'checkout.openNewTab' : 'checkout.reopenNewTab')}
      >
        {t(blocked ? 'checkout.open' : 'checkout.reopen')}
        <IconExternalLink size={18} className={app.after} aria-hidden />
      </a>
      <Link to={href(language, 'create')} className={`${button.quiet} ${classes.way}`}>
        {t('checkout.return')}
      </Link>
    </div>
  );
}
