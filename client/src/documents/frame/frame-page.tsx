import { useTranslation } from 'react-i18next';
import type { Language } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { TooOld } from '#client/ui/plain/too-old.tsx';
import button from '#client/ui/plain/button.module.css';
import classes from './frame.module.css';
import { frameStates } from './states.ts';

/**
 * A screen that plays a family's films one after the other. Prerendered; `start.ts` finds its elements by their data
 * attributes.
 */
export function FramePage({ language }: { language: Language }) {
  const { t } = useTranslation();
  return (
    <main className={classes.frame} data-frame data-state="loading">
      <h1 className="visuallyHidden">{t('frame.heading')}</h1>
      <video className={classes.film} muted playsInline aria-hidden tabIndex={-1} data-film />
      <video className={classes.film} muted playsInline aria-hidden tabIndex={-1} data-film />
      <div className={classes.words} role="status">
        {frameStates.map((state) => (
          <p key={state} className={classes.message} data-words={state}>
            {t(`frame.states.${state}`)}
          </p>
        ))}
      </div>
      <TooOld />
      <div className={classes.night} data-night />
      <div className={classes.controls} data-controls>
        <p className={classes.name} data-name />
        <button type="button" className={button.quiet} data-action="pause">
          <span data-while="playing">{t('frame.pause')}</span>
          <span data-while="paused">{t('frame.play')}</span>
        </button>
        <button type="button" className={button.quiet} data-action="next">
          {t('frame.next')}
        </button>
        <button type="button" className={button.quiet} data-action="fullscreen">
          {t('frame.fullScreen')}
        </button>
        <a href={href(language, 'landing')} className={button.quiet}>
          {t('frame.leave')}
        </a>
      </div>
    </main>
  );
}
