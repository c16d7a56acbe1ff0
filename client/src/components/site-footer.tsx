import { useTranslation } from 'react-i18next';
import classes from './site-footer.module.css';

/** The tagline and the copyright line. */
export function SiteFooter() {
  const { t } = useTranslation();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <p className={classes.tagline}>{t('footer.tagline')}</p>
        <p>{t('footer.copyright')}</p>
      </div>
    </footer>
  );
}
