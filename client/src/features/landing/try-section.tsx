import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './try-section.module.css';

/** The invitation to try it on the spot; the page puts the place to try it in. */
export function TrySection({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <section id="try" className={classes.section} aria-labelledby="try-heading">
      <div className={classes.words}>
        <h2 id="try-heading" className={classes.heading}>
          {t('landing.try.heading')}
        </h2>
        <p>{t('landing.try.text')}</p>
      </div>
      {children}
    </section>
  );
}
