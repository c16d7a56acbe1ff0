import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import { useLanguage } from '#client/i18n/use-language.ts';
import classes from './brand.module.css';

/** The m of the display font, redrawn at the weight of a monogram. The same as in public/favicon.svg. */
const monogram =
  'M10.9 11.9L10.9 18.8Q10.9 19.2 11 19.4Q11.1 19.5 11.3 19.6L11.6 19.7Q12 19.9 12 20.3Q12 20.8 11.4 20.8L7.8 20.8Q7.5 20.8 7.3 20.7Q7.2 20.5 7.2 20.3Q7.2 20.1 7.3 19.9Q7.4 19.8 7.6 19.7L7.9 19.6Q8.1 19.5 8.2 19.3Q8.3 19.1 8.3 18.8L8.3 14Q8.3 13.6 8.2 13.5Q8.1 13.3 7.9 13.3L7.4 13.2Q7.2 13.2 7.1 13Q7 12.9 7 12.7Q7 12.5 7.1 12.4Q7.3 12.2 7.6 12.1L9.2 11.5Q9.5 11.4 9.8 11.3Q10 11.2 10.3 11.2Q10.6 11.2 10.7 11.4Q10.9 11.6 10.9 11.9ZM11 14L10.6 14.4L10 13.7L10.6 13.2Q11.7 12.1 12.7 11.6Q13.6 11.2 14.4 11.2Q15.7 11.2 16.5 12Q17.3 12.8 17.3 14.1L17.3 18.8Q17.3 19.2 17.3 19.4Q17.4 19.5 17.7 19.6L18 19.7Q18.3 19.9 18.3 20.3Q18.3 20.8 17.7 20.8L14.2 20.8Q13.6 20.8 13.6 20.3Q13.6 19.9 13.9 19.7L14.3 19.6Q14.5 19.5 14.6 19.4Q14.7 19.2 14.7 18.8L14.7 14.8Q14.7 13.9 14.3 13.5Q13.8 13 13.1 13Q12.7 13 12.1 13.2Q11.6 13.5 11 14ZM17.3 14L16.9 14.3L16.4 13.7L16.9 13.2Q18 12.2 18.9 11.7Q19.8 11.2 20.6 11.2Q21.8 11.2 22.5 11.9Q23.1 12.7 23.3 14L23.8 18.8Q23.9 19.1 24 19.3Q24.1 19.5 24.3 19.6L24.6 19.7Q24.8 19.8 24.9 19.9Q25 20.1 25 20.3Q25 20.5 24.8 20.7Q24.7 20.8 24.3 20.8L20.7 20.8Q20.1 20.8 20.1 20.3Q20.1 19.9 20.5 19.7L20.8 19.6Q21 19.5 21.2 19.4Q21.3 19.2 21.2 18.8L20.7 14.7Q20.6 13.8 20.3 13.4Q20 13 19.3 13Q18.9 13 18.4 13.2Q17.9 13.4 17.3 14Z';
const corners = 'M1 1h9.5L1 10.5zM31 1v9.5L21.5 1zM1 31v-9.5l9.5 9.5zM31 31h-9.5l9.5-9.5z';

/** The logo, an m in album corners, and the name: a link to the landing page, which is a separate document. */
export function Brand() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <a href={href(language, 'landing')} className={classes.brand} aria-label={t('header.home')}>
      <svg className={classes.mark} viewBox="0 0 32 32" aria-hidden="true">
        <path className={classes.print} d="M3.5 3.5h25v25h-25z" />
        <path className={classes.monogram} d={monogram} />
        <path className={classes.corners} d={corners} />
      </svg>
      <span translate="no">{t('brand')}</span>
    </a>
  );
}
