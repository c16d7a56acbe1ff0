import type { Language } from '../../../shared/languages.ts';
import classes from './language-switch.module.css';

/** Each language is named in itself, whichever one the page speaks. */
const names: Record<Language, string> = { en: 'English', it: 'Italiano' };

/** What every link to a language has, however it leads there; `current` is the one that the page speaks. */
export function languageLinkProps(language: Language, current: Language) {
  return {
    className: classes.language,
    lang: language,
    hrefLang: language,
    'aria-current': language === current ? ('true' as const) : undefined,
  };
}

/** EN or IT, and the whole name for screen readers. */
export function LanguageName({ language }: { language: Language }) {
  return (
    <>
      {language.toUpperCase()}
      <span className="visuallyHidden">{names[language]}</span>
    </>
  );
}
