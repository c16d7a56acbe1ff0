import { useTranslation } from 'react-i18next';
import { largerThan } from '../../styles/breakpoints.ts';
import { MovingPicture } from './moving-picture.tsx';
import { SectionWords } from './section-words.tsx';
import classes from './showcase.module.css';

const prints = ['grandfather', 'family', 'dog'] as const;

/** Three prints that move: a grandfather, a family, a pet. */
export function Showcase() {
  const { t } = useTranslation();
  return (
    <section className={classes.section} aria-labelledby="showcase">
      <SectionWords id="showcase" heading={t('landing.showcase.heading')} className={classes.words}>
        <p>{t('landing.showcase.text')}</p>
      </SectionWords>
      <ul className={classes.prints}>
        {prints.map((name) => (
          <li key={name} className={classes.print} data-print={name}>
            <figure>
              <MovingPicture
                name={name}
                alt={t(`landing.pictures.${name}`)}
                sizes={`${largerThan('lg')} 28rem, ${largerThan('sm')} 42vw, 80vw`}
              />
              <figcaption className={classes.caption}>{t(`landing.captions.${name}`)}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}
