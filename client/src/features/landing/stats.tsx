import { useTranslation } from 'react-i18next';
import { ownWords } from '../../lib/own-words.ts';
import classes from './stats.module.css';

const stats = ['albums', 'photos', 'quality', 'countries'] as const;

/** Memori in four figures. */
export function Stats() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('landing.stats.label')} {...ownWords('stats')}>
      <dl className={classes.stats}>
        {stats.map((stat, n) => (
          <div key={stat} className={classes.stat} {...ownWords(`stat-${n}`)}>
            <dt {...ownWords(`label-${n}`)}>{t(`landing.stats.${stat}.label`)}</dt>
            <dd className={classes.value} {...ownWords(`value-${n}`)}>
              {t(`landing.stats.${stat}.value`)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
