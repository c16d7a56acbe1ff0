import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import button from '#client/ui/plain/button.module.css';
import { useLanguage } from '#client/i18n/use-language.ts';
import classes from './make-your-own.module.css';

/** Links from a shared film to one's own photo: a reply, or the landing page's try-it area, which needs no account. */
export function MakeYourOwn() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section className={classes.invitation} aria-labelledby="own-heading">
      <h2 id="own-heading" className={classes.heading}>
        {t('shared.own.heading')}
      </h2>
      <a href={href(language, 'create')} className={`${button.filled} ${button.large}`}>
        {t('shared.own.answer')}
      </a>
      <p id="own-text" className={classes.text}>
        {t('shared.own.text')}
      </p>
      <a
        href={href(language, 'landing', { hash: 'try' })}
        className={button.quiet}
        aria-describedby="own-text"
      >
        {t('shared.own.action')}
      </a>
    </section>
  );
}
