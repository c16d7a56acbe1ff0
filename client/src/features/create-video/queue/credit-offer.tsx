import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { packageCovering } from '#shared/packages.ts';
import button from '#client/ui/plain/button.module.css';
import app from '#client/ui/app-button.module.css';
import { usePackageTexts } from '#client/entities/credits/use-package-texts.ts';
import { trpc } from '#client/api/trpc.ts';
import classes from './queue-card.module.css';

interface Missing {
  missing: number;
}

const usePurchasesClosed = () => trpc.config.get.useQuery().data?.purchasesAvailable === false;

/** How many credits are missing, and what the recommended package contains. */
export function CreditOffer({ missing }: Missing) {
  const { t } = useTranslation();
  const offer = packageCovering(missing);
  const { name, price } = usePackageTexts(offer);
  const isClosed = usePurchasesClosed();
  const credits = t('credits.count', { count: offer.credits });
  return (
    <p className={classes.offer} role="status">
      <strong>{t('queue.missing', { count: missing })}</strong>
      <span>{isClosed ? t('packages.closedTitle') : t('queue.missingText', { name, credits, price })}</span>
    </p>
  );
}

/** A link to the checkout of that package. Renders nothing if nothing can be bought. */
export function CreditOfferLink({ missing }: Missing) {
  const { t } = useTranslation();
  const offer = packageCovering(missing);
  const { checkout } = usePackageTexts(offer);
  if (usePurchasesClosed()) return null;
  return (
    <Link to={checkout} className={`${button.filled} ${app.button}`}>
      {t('queue.buy', { count: offer.credits })}
    </Link>
  );
}
