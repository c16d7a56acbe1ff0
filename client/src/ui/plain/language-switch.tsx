import type { ComponentType, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, languageFacts, languages } from '#shared/languages.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import classes from './language-switch.module.css';

export interface LanguageLinkProps {
  href: string;
  className: string | undefined;
  lang: string;
  hrefLang: string;
  'aria-current': 'true' | undefined;
  children: ReactNode;
}

export interface LanguageSwitchProps {
  /** The address of the same place in a language. */
  addressIn: (language: Language) => string;
  /** The component for the links; defaults to a plain link. */
  link?: ComponentType<LanguageLinkProps>;
}

/** EN and IT, with the full names for screen readers: links to the same place in each language. */
export function LanguageSwitch({ addressIn, link }: LanguageSwitchProps) {
  const { t } = useTranslation();
  const current = useLanguage();
  const Anchor = link ?? 'a';
  return (
    <nav className={classes.switch} aria-label={t('header.language')}>
      {languages.map((language) => (
        <Anchor
          key={language}
          href={addressIn(language)}
          className={classes.language}
          lang={language}
          hrefLang={language}
          aria-current={language === current ? 'true' : undefined}
        >
          {language.toUpperCase()}
          <span className="visuallyHidden">{languageFacts[language].name}</span>
        </Anchor>
      ))}
    </nav>
  );
}
