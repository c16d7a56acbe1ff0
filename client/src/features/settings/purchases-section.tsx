import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isPackageId } from '#shared/packages.ts';
import { href } from '#shared/pages.ts';
import type { PurchaseEntry } from '#shared/schemas/purchases.ts';
import button from '#client/ui/plain/button.module.css';
import app from '#client/ui/app-button.module.css';
import { SectionCard } from '#client/ui/section-card.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatPrice } from '#client/lib/amounts.ts';
import { formatDay, formatMoment } from '#client/lib/format.ts';
import { trpc } from '#client/api/trpc.ts';
import classes from './account.module.css';

/** The user's purchases, each with its receipt. */
export function PurchasesSection() {
  const { t } = useTranslation();
  const { data: purchases, isError } = trpc.purchases.list.useQuery(undefined, { staleTime: 0 });
  return (
    <SectionCard title={t('account.purchases.title')} lead={t('account.purchases.lead')}>
      {isError && !purchases && <p role="alert">{t('account.purchases.unreadable')}</p>}
      {purchases?.length === 0 && <p>{t('account.purchases.none')}</p>}
      {purchases && purchases.length > 0 && (
        <ul className={classes.list} aria-label={t('account.purchases.title')}>
          {purchases.map((purchase) => (
            <PurchaseItem key={purchase.id} purchase={purchase} />
          ))}
        </ul>
      )}
    </SectionCard>
  );
}

function PurchaseItem({ purchase }: { purchase: PurchaseEntry }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { number, packageId, state } = purchase;
  const name = isPackageId(packageId) ? t(`packages.${packageId}.name`) : packageId;
  const credits = t('credits.count', { count: purchase.credits });
  const amount = formatPrice(purchase.amountPaid, language);
  const returned = formatPrice(purchase.amountReturned, language);
  return (
    <li className={classes.item}>
      <div>
        <p className={classes.strong}>{t('account.purchases.item', { name, credits })}</p>
        <p>{t('account.purchases.paid', { amount, note: purchase.priceNote })}</p>
        <p className={classes.soft}>
          {t('account.purchases.when', { number, when: formatMoment(purchase.paidAt, language) })}
        </p>
      </div>
      <p className={classes.tag}>{t(`account.purchases.state.${state}`, { amount: returned })}</p>
      <a
        href={purchase.receiptUrl}
        target="_blank"
        rel="noopener"
        className={`${button.quiet} ${app.button} ${app.small}`}
        aria-label={t('account.purchases.receiptNamed', { number })}
      >
        {t('account.purchases.receipt')}
      </a>
      {purchase.withdrawal && (
        <p className={classes.whole}>
          <Link to={href(language, 'withdraw', { query: { purchase: purchase.id } })}>
            {t('footer.withdraw')}
          </Link>{' '}
          <span className={classes.soft}>
            {t('withdraw.until', { day: formatDay(purchase.withdrawal.until.slice(0, 10), language) })}
          </span>
        </p>
      )}
    </li>
  );
}
