import { useTranslation } from 'react-i18next';
import { languages } from '../../../../shared/languages.ts';
import { href } from '../../../../shared/pages.ts';
import { type SharedKind, sharedSlots } from '../../../../shared/shared-page.ts';
import { Brand } from '../../components/brand.tsx';
import { LanguageName, languageLinkProps } from '../../components/language-name.tsx';
import switchClasses from '../../components/language-switch.module.css';
import { useLanguage } from '../../i18n/use-language.ts';
import classes from './shared-header.module.css';

/** The bar on top: the brand, and the same film in the other language. */
export function SharedHeader({ kind }: { kind: SharedKind }) {
  const { t } = useTranslation();
  const current = useLanguage();
  return (
    <header className={classes.header}>
      <Brand />
      <nav className={switchClasses.switch} aria-label={t('header.language')}>
        {languages.map((language) => (
          <a
            key={language}
            href={href(language, kind, { id: sharedSlots.id })}
            {...languageLinkProps(language, current)}
          >
            <LanguageName language={language} />
          </a>
        ))}
      </nav>
    </header>
  );
}
