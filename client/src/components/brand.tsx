import { useTranslation } from 'react-i18next';
import { useLanguage } from '../i18n/use-language.ts';
import classes from './brand.module.css';

/** The name, as a link to the landing page, which is a document of its own. */
export function Brand() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <a href={`/${language}`} className={classes.brand} aria-label={t('header.home')}>
      <svg className={classes.mark} viewBox="0 0 28 28" aria-hidden="true">
        <rect x="6.5" y="3.5" width="17" height="21" rx="1.6" className={classes.back} />
        <rect x="4.5" y="4" width="17" height="21" rx="1.6" className={classes.print} />
        <rect x="7" y="6.5" width="12" height="12" className={classes.picture} />
        <circle cx="15.4" cy="10" r="1.7" className={classes.sun} />
        <path d="M7 18.5v-3l3.6-3.6 4 4 1.8-1.8 2.6 2.6v1.8z" className={classes.hill} />
      </svg>
      <span translate="no">{t('brand')}</span>
    </a>
  );
}
