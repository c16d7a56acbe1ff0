import { useTranslation } from 'react-i18next';
import classes from './small-print.module.css';

/** Says what the pictures show, and that Memori made the videos. */
export function SmallPrint() {
  const { t } = useTranslation();
  return (
    <div className={classes.print}>
      <p>{t('landing.smallPrint.characters')}</p>
      <p>{t('landing.smallPrint.made')}</p>
    </div>
  );
}
