import { useTranslation } from 'react-i18next';
import classes from './too-old.module.css';

/**
 * Says that this browser is too old, and which are not. It becomes visible a while after the page: a script that works
 * has removed it by then (`removeTooOld`).
 */
export function TooOld() {
  const { t } = useTranslation();
  return (
    <p className={classes.tooOld} data-too-old>
      {t('tooOld')}
    </p>
  );
}
