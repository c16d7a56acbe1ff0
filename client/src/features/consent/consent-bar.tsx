import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import button from '#client/ui/plain/button.module.css';
import { type Choice, choose } from './consent.ts';
import classes from './consent-bar.module.css';
import { useBottomInset } from './use-bottom-inset.ts';

/** A small consent question, as easy to decline as to accept. Does not block the page above it. */
export function ConsentBar({ choice }: { choice: Choice | null }) {
  const { t } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  useBottomInset(bar);
  return (
    <section ref={bar} className={classes.bar} aria-labelledby="consent-title">
      <div className={classes.inner}>
        <div className={classes.words}>
          <h2 id="consent-title" className={classes.title}>
            {t('consent.title')}
          </h2>
          <p>{t('consent.text')}</p>
          {choice && <p className={classes.present}>{t(`consent.present.${choice}`)}</p>}
        </div>
        <div className={classes.answers}>
          <button type="button" className={button.quiet} onClick={() => choose('refused')}>
            {t('consent.refuse')}
          </button>
          <button type="button" className={button.quiet} onClick={() => choose('granted')}>
            {t('consent.accept')}
          </button>
        </div>
      </div>
    </section>
  );
}
