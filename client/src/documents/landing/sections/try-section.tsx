import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionText } from './section-text.tsx';
import classes from './try-section.module.css';

/** The invitation to try it right here; the page passes in the try-it area. */
export function TrySection({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section id="try" className={classes.section} aria-labelledby="try-heading">
      <SectionText id="try-heading" heading={t('landing.try.heading')}>
        <p>{t('landing.try.text')}</p>
      </SectionText>
      {children}
    </section>
  );
}
