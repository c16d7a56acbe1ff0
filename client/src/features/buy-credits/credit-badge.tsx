import { useDisclosure } from '@mantine/hooks';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import button from '#client/ui/plain/button.module.css';
import app from '#client/ui/app-button.module.css';
import { href } from '#shared/pages.ts';
import { tooltip, tooltipClass } from '#client/ui/tooltip.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import { balanceStatus } from './balance-status.ts';
import classes from './credit-badge.module.css';
import { CreditHistoryDialog } from './credit-history-dialog.tsx';
import { useBalance } from './use-balance.ts';
import { useIsNew } from './use-is-new.ts';
import { usePurchase } from './use-purchase.ts';

/**
 * How many credits are left, in figures and in words, with links to their history and to buy more. Empty, in its
 * place, until the balance is known.
 */
export function CreditBadge() {
  const { t } = useTranslation();
  const language = useLanguage();
  const credits = useBalance();
  usePurchase();
  const isNew = useIsNew();
  const [historyOpened, history] = useDisclosure(false);
  if (credits === undefined || isNew === undefined) return <div className={classes.pending} aria-hidden />;
  const status = balanceStatus(credits, isNew);
  return (
    <section className={classes.badge} aria-label={t('credits.label')} data-status={status}>
      <p className={classes.text}>
        <strong className={classes.count}>{t('credits.count', { count: credits })}</strong>
        <span className={classes.status}>{t(`credits.${status}`)}</span>
      </p>
      <button
        type="button"
        className={`${button.round} ${classes.history} ${tooltipClass}`}
        aria-label={t('history.open')}
        {...tooltip(t('history.open'))}
        aria-haspopup="dialog"
        onClick={history.open}
      >
        <IconHistory size={20} stroke={1.75} aria-hidden />
      </button>
      <Link
        to={href(language, 'packages')}
        className={`${status === 'none' ? button.filled : button.quiet} ${app.small} ${classes.button}`}
      >
        {t(status === 'none' ? 'credits.buy' : 'credits.more')}
      </Link>
      <CreditHistoryDialog opened={historyOpened} onClose={history.close} />
    </section>
  );
}
