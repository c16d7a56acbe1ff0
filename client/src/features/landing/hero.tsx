import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useLanguage } from '../../i18n/use-language.ts';
import classes from './hero.module.css';
import { LivingPrint } from './living-print.tsx';

const promises = ['first', 'look', 'download'] as const;

/** What Memori does, in a headline, a sentence and a picture; the way in; and what is promised. */
export function Hero() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <div className={classes.hero}>
      <div className={classes.words}>
        <h1 className={classes.headline}>{t('landing.headline')}</h1>
        <p className={classes.lead}>{t('landing.lead')}</p>
        <Button component={Link} to={`/${language}/create`} size="lg" className={classes.create}>
          {t('landing.create')}
        </Button>
        <ul className={classes.promises} aria-label={t('landing.promises.label')}>
          {promises.map((promise) => (
            <li key={promise}>{t(`landing.promises.${promise}`)}</li>
          ))}
        </ul>
      </div>
      <LivingPrint />
    </div>
  );
}
