import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/use-language.ts';
import { balanceStatus } from './balance-status.ts';
import classes from './credit-badge.module.css';
import { useBalance } from './use-balance.ts';

/** How many credits are left, in number and in words, and the way to more. Empty until the balance is known. */
export function CreditBadge() {
  const { t } = useTranslation();
  const language = useLanguage();
  const credits = useBalance();
  if (credits === undefined) return null;
  const status = balanceStatus(credits);
  return (
    <section className={classes.badge} aria-label={t('credits.label')} data-status={status}>
      <p className={classes.text}>
        <strong className={classes.count}>{t('credits.count', { count: credits })}</strong>
        <span className={classes.status}>{t(`credits.${status}`)}</span>
      </p>
      <Button
        component={Link}
        to={`/${language}/packages`}
        variant={status === 'none' ? 'filled' : 'default'}
        size="sm"
        className={classes.button}
      >
        {t(status === 'none' ? 'credits.buy' : 'credits.more')}
      </Button>
    </section>
  );
}
