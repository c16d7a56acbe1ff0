import { useTranslation } from 'react-i18next';
import classes from './small-print.module.css';

/** The sources of the pictures, and how the videos were made. */
export function SmallPrint() {
  const { t } = useTranslation();
  return (
    <div className={classes.print}>
      <p>{t('landing.smallPrint.characters')}</p>
      <p>{t('landing.smallPrint.made')}</p>
    </div>
  );
}
