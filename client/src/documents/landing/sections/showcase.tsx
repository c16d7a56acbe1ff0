import { useTranslation } from 'react-i18next';
import { largerThan } from '#client/ui/styles/breakpoints.ts';
import { MovingPicture } from './moving-picture.tsx';
import { SectionText } from './section-text.tsx';
import classes from './showcase.module.css';

const prints = ['grandfather', 'family', 'dog'] as const;

/** Three moving prints: a grandfather, a family, a pet. */
export function Showcase() {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="showcase">
      <SectionText id="showcase" heading={t('landing.showcase.heading')} className={classes.words}>
        <p>{t('landing.showcase.text')}</p>
      </SectionText>
      {/* Focusable, so that the arrow keys scroll it when it is a row. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.prints} tabIndex={0} aria-labelledby="showcase">
        {prints.map((name) => (
          <li key={name} className={classes.print} data-print={name}>
            <figure>
              <MovingPicture
                name={name}
                alt={t(`landing.pictures.${name}`)}
                sizes={`${largerThan('lg')} 28rem, ${largerThan('sm')} 42vw, 65vw`}
              />
              <figcaption className={classes.caption}>{t(`landing.captions.${name}`)}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
