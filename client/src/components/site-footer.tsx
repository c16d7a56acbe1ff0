import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './site-footer.module.css';

/** The tagline, the copyright line, and what the app adds between them. */
export function SiteFooter({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <p className={classes.tagline}>{t('footer.tagline')}</p>
        {children}
        <p>{t('footer.copyright')}</p>
      </div>
    </footer>
  );
}
