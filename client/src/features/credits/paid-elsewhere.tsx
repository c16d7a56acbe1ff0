import { useTranslation } from 'react-i18next';
import classes from './upgrade-prompt.module.css';

/** Says, in the tab that was left for it, that the payment was made in another one. */
export function PaidElsewhere() {
  const { t } = useTranslation();
  return (
    <div className={classes.prompt}>
      <p className={classes.words} role="status">
        <strong>{t('payment.elsewhere')}</strong>
        <span>{t('payment.elsewhereText')}</span>
      </p>
    </div>
  );
}
