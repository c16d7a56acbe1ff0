import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import button from '#client/ui/plain/button.module.css';
import { useLanguage } from '#client/i18n/use-language.ts';
import { largerThan } from '#client/ui/styles/breakpoints.ts';
import { Picture } from './picture.tsx';
import classes from './steps.module.css';

const steps = [
  { step: 'upload', picture: 'wedding-cropped' },
  { step: 'animate', picture: 'wedding-cropped' },
  { step: 'create', picture: 'wedding-restored' },
] as const;

/** From a photo to a video in three frames of a film strip: as it was, in the red light of the darkroom, and moving. */
export function Steps() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section className={classes.section} aria-labelledby="steps">
      <div className={classes.head}>
        <h2 id="steps" className={classes.heading}>
          {t('landing.steps.heading')}
        </h2>
        <a href={href(language, 'create')} className={button.filled}>
          {t('landing.steps.start')}
        </a>
      </div>
      {/* Focusable, so that the arrow keys scroll it when it is a row. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ol className={classes.film} tabIndex={0} aria-labelledby="steps">
        {steps.map(({ step, picture }, index) => (
          <li key={step} className={classes.step}>
            <div className={classes.frame} data-step={step}>
              <Picture
                name={picture}
                alt=""
                sizes={`${largerThan('md')} 20rem, 58vw`}
                className={classes.picture}
              />
            </div>
            <div className={classes.words}>
              <p className={classes.number} aria-hidden>
                {index + 1}
              </p>
              <h3 className={classes.title}>{t(`landing.steps.${step}.title`)}</h3>
              <p>{t(`landing.steps.${step}.text`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
