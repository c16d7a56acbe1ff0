import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../../shared/languages.ts';
import { href } from '../../../../shared/pages.ts';
import { Brand } from '../../components/brand.tsx';
import button from '../../components/button.module.css';
import { LanguageName, languageLinkProps } from '../../components/language-name.tsx';
import switchClasses from '../../components/language-switch.module.css';
import { useLanguage } from '../../i18n/use-language.ts';
import classes from './landing-header.module.css';

/** The bar on top: the brand, the languages, the way in, and what the page adds for who is signed in. */
export function LandingHeader({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <header className={classes.header}>
      <Brand />
      <div className={classes.end}>
        <nav className={switchClasses.switch} aria-label={t('header.language')}>
          {languages.map((language) => (
            <a key={language} href={href(language, 'landing')} {...languageLinkProps(language, current)}>
              <LanguageName language={language} />
            </a>
          ))}
        </nav>
        <a href={href(current, 'create')} className={`${button.quiet} ${classes.create}`}>
          {t('header.create')}
        </a>
        {children}
      </div>
    </header>
  );
}
