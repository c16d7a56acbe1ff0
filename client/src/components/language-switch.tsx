import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { languages } from '../../../shared/languages.ts';
import { inLanguage } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-language.ts';
import type { Arrival } from '../lib/arrival.ts';
import { LanguageName, languageLinkProps } from './language-name.tsx';
import classes from './language-switch.module.css';

const samePlace: Arrival = { keepFocus: true };

/** EN and IT: the same place in the other language, with all that the page holds. */
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
          {...languageLinkProps(language, current)}
        >
          <LanguageName language={language} />
        </Link>
      ))}
    </nav>
  );
}
