import { IconPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './faq.module.css';
import { questions } from './questions.ts';

/**
 * Questions that open one at a time, using the browser's own accordion, which also works before any script has loaded.
 */
export function Faq() {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="faq">
      <h2 id="faq" className={classes.heading}>
        {t('landing.faq.heading')}
      </h2>
      <div className={classes.list}>
        {questions.map((question) => (
          <details key={question} name="faq" className={classes.item}>
            <summary className={classes.question}>
              {t(`landing.faq.${question}.question`)}
              <IconPlus className={classes.icon} size={22} stroke={1.5} aria-hidden />
            </summary>
            <p className={classes.answer}>{t(`landing.faq.${question}.answer`)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}
