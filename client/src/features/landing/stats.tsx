import { useTranslation } from 'react-i18next';
import classes from './stats.module.css';

const stats = ['albums', 'photos', 'quality', 'countries'] as const;

/** Memori in four figures. */
export function Stats() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('landing.stats.label')}>
      <dl className={classes.stats}>
        {stats.map((stat) => (
          <div key={stat} className={classes.stat}>
            <dt>{t(`landing.stats.${stat}.label`)}</dt>
            <dd className={classes.value}>{t(`landing.stats.${stat}.value`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
