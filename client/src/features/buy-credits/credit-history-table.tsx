import { useTranslation } from 'react-i18next';
import type { CreditHistory } from '#shared/schemas/payments.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { formatChange, formatMoment } from '#client/lib/amounts.ts';
import classes from './credit-history-dialog.module.css';

/** The ledger in readable form: what happened, when, the change, and the resulting balance. */
export function CreditHistoryTable({ entries }: { entries: CreditHistory }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={classes.fitted}>
      <table className={classes.table}>
        <caption className="visuallyHidden">{t('history.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('history.what')}</th>
            <th scope="col">{t('history.date')}</th>
            <th scope="col" className={classes.number}>
              {t('history.howMany')}
            </th>
            <th scope="col" className={classes.number}>
              {t('history.balance')}
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map(({ id, createdAt, reason, delta, balanceAfter }) => (
            <tr key={id}>
              <th scope="row">
                {/* What a refund took comes back if the money never arrived. */}
                {t(`history.reasons.${reason === 'clawback' && delta > 0 ? 'refundFailed' : reason}`)}
              </th>
              <td className={classes.date}>
                <time dateTime={createdAt}>{formatMoment(createdAt, language)}</time>
              </td>
              <td className={classes.number} data-gain={delta > 0 || undefined}>
                {t('history.change', { count: Math.abs(delta), change: formatChange(delta, language) })}
              </td>
              <td className={classes.number}>{balanceAfter}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
