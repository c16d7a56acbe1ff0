import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { type Language, languages } from '../../../shared/languages.ts';
import { inLanguage } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { Arrival } from '../lib/arrival.ts';
import classes from './language-switch.module.css';

/** Each language is named in itself, whichever one the page speaks. */
const names: Record<Language, string> = { en: 'English', it: 'Italiano' };

const samePlace: Arrival = { keepFocus: true };

/** EN and IT: the same place in the other language. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const current = useLanguage();
  const location = useLocation();
  return (
    <nav className={classes.switch} aria-label={t('header.language')}>
      {languages.map((language) => (
        <Link
          key={language}
          to={inLanguage(language, location)}
          replace
          state={samePlace}
          className={classes.language}
          lang={language}
          hrefLang={language}
          aria-current={language === current ? 'true' : undefined}
        >
          {language.toUpperCase()}
          <span className="visuallyHidden">{names[language]}</span>
        </Link>
      ))}
    </nav>
  );
}
