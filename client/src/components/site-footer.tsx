import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './site-footer.module.css';

const firstYear = '2025';
const never = () => () => undefined;

/** The years of the copyright line, by the visitor's clock; in a page that was built ahead, the first one. */
function useYears(): string {
  const year = useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => 0,
  );
  return year > Number(firstYear) ? `${firstYear}–${year}` : firstYear;
}

/** The tagline, the copyright line, and what the app adds between them. */
export function SiteFooter({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <p className={classes.tagline}>{t('footer.tagline')}</p>
        {children}
        <p>{t('footer.copyright', { years: useYears() })}</p>
      </div>
    </footer>
  );
}
