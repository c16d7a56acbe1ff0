import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { languageFacts, languages } from '#shared/languages.ts';
import button from '#client/ui/plain/button.module.css';
import { SectionCard } from '#client/ui/section-card.tsx';
import { inLanguage } from '#client/i18n/language.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import type { NavigationState } from '#client/lib/navigation-state.ts';
import classes from './account.module.css';

const samePlace: NavigationState = { keepFocus: true };

/** The languages that Memori supports, each a link to this page in it. */
export function LanguageSection() {
  const { t } = useTranslation();
  const location = useLocation();
  const current = useLanguage();
  return (
    <SectionCard title={t('account.language.title')} lead={t('account.language.lead')}>
      <div className={classes.row}>
        {languages.map((language) => (
          <Link
            key={language}
            to={inLanguage(language, location)}
            replace
            state={samePlace}
            lang={language}
            className={`${button.quiet} ${classes.choice}`}
            aria-current={language === current ? 'true' : undefined}
          >
            {languageFacts[language].name}
          </Link>
        ))}
      </div>
    </SectionCard>
  );
}
