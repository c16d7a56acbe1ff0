import { useTranslation } from 'react-i18next';
import classes from './feature-cards.module.css';

/** Memori's special features, each with a small pen drawing. */
const features = [
  { feature: 'natural', drawing: 'M3 21c9-16 18-16 27 0s18 16 27 0M18 41c6-9 12-9 18 0s12 9 18 0' },
  { feature: 'prints', drawing: 'M9 4l34-1l11 12l-1 34l-44 0zM43 3l0 11l11 1M9 27l11 2l10-4l11 3l12-2' },
  {
    feature: 'albums',
    drawing:
      'M7 19l46-1l-1 30l-44 1zM30 19l0 29M7 31l45-1M30 18c-11 0-17-7-12-11s11 3 12 11c1-9 8-16 12-11s-2 11-12 11',
  },
] as const;

/** Three index cards. */
export function FeatureCards() {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="features">
      <h2 id="features" className={classes.heading}>
        {t('landing.features.heading')}
      </h2>
      {/* Focusable, so that the arrow keys scroll it when it is a row. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.cards} tabIndex={0} aria-labelledby="features">
        {features.map(({ feature, drawing }) => (
          <li key={feature} className={classes.card}>
            <svg className={classes.drawing} viewBox="0 0 60 52" aria-hidden="true">
              <path d={drawing} />
            </svg>
            <h3 className={classes.title}>{t(`landing.features.${feature}.title`)}</h3>
            <p className={classes.text}>{t(`landing.features.${feature}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
