import { useTranslation } from 'react-i18next';
import { replaceableText } from '../replaceable-text.ts';
import classes from './stats.module.css';

const stats = ['albums', 'photos', 'quality', 'countries'] as const;

/** Memori in four figures. */
export function Stats() {
  const { t } = useTranslation();
  return (
    <section aria-label={t('landing.stats.label')} {...replaceableText('stats')}>
      <dl className={classes.stats}>
        {stats.map((stat, n) => (
          <div key={stat} className={classes.stat} {...replaceableText(`stat-${n}`)}>
            <dt {...replaceableText(`label-${n}`)}>{t(`landing.stats.${stat}.label`)}</dt>
            <dd className={classes.value} {...replaceableText(`value-${n}`)}>
              {t(`landing.stats.${stat}.value`)}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
