import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { copyrightYears } from '#shared/copyright.ts';
import { legalPages } from '#shared/legal-page.ts';
import { href } from '#shared/pages.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import classes from './site-footer.module.css';

const never = () => () => undefined;

/**
 * The years of the copyright line, by the visitor's clock; in a prerendered page, only the first one until hydration.
 */
function useYears(): string {
  const year = useSyncExternalStore(
    never,
    () => new Date().getFullYear(),
    () => 0,
  );
  return copyrightYears(year);
}

/**
 * The tagline, the withdrawal link worded as the law requires, links to the operator's pages and to what is for programs, the copyright line (with
 * `years`, if the page knows better), and what the app adds in between.
 */
export function SiteFooter({ years, children }: { years?: string; children?: ReactNode }) {
  const { t } = useTranslation();
  const now = useYears();
  const language = useLanguage();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <p className={classes.tagline}>{t('footer.tagline')}</p>
        <a href={href(language, 'withdraw')}>{t('footer.withdraw')}</a>
        {children}
        <nav className={classes.links} aria-label={t('footer.legal')}>
          {legalPages.map((page) => (
            <a key={page} href={href(language, page)}>
              {t(`footer.${page}`)}
            </a>
          ))}
          <a href={href(language, 'developers')}>{t('footer.developers')}</a>
        </nav>
        <p>{t('footer.copyright', { years: years ?? now })}</p>
      </div>
    </footer>
  );
}
