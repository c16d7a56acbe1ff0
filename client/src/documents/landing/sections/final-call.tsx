import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import button from '#client/ui/plain/button.module.css';
import { useLanguage } from '#client/i18n/use-language.ts';
import { largerThan } from '#client/ui/styles/breakpoints.ts';
import { Picture } from './picture.tsx';
import classes from './final-call.module.css';

const reassurances = ['look', 'download', 'lasting'] as const;

/** The page's final call to action: the question, three reasons, and a picture of a family watching together. */
export function FinalCall() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section className={classes.section} aria-labelledby="final">
      <div className={classes.page}>
        <div className={classes.words}>
          <h2 id="final" className={classes.heading}>
            {t('landing.final.heading')}
          </h2>
          <p className={classes.text}>{t('landing.final.text')}</p>
          <a href={href(language, 'create')} className={`${button.filled} ${button.large}`}>
            {t('landing.create')}
          </a>
          <ul className={classes.reassurances}>
            {reassurances.map((reassurance) => (
              <li key={reassurance}>
                <IconCheck size={18} aria-hidden />
                {t(`landing.final.${reassurance}`)}
              </li>
            ))}
          </ul>
        </div>
        <Picture
          name="watching"
          alt={t('landing.pictures.watching')}
          sizes={`${largerThan('md')} 22rem, 100vw`}
          className={classes.picture}
        />
      </div>
    </section>
  );
}
