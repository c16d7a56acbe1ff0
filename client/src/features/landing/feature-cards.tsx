import { useTranslation } from 'react-i18next';
import classes from './feature-cards.module.css';

const features = ['natural', 'prints', 'albums'] as const;

/** What is special about Memori, on three index cards. */
export function FeatureCards() {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="features">
      <h2 id="features" className={classes.heading}>
        {t('landing.features.heading')}
      </h2>
      <ul className={classes.cards}>
        {features.map((feature) => (
          <li key={feature} className={classes.card}>
            <h3 className={classes.title}>{t(`landing.features.${feature}.title`)}</h3>
            <p className={classes.text}>{t(`landing.features.${feature}.text`)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
