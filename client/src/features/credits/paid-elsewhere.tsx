import { useTranslation } from 'react-i18next';
import classes from './upgrade-prompt.module.css';

/** Says, in the tab that the visitor left for the payment, that it was completed in another one. */
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
