import { useTranslation } from 'react-i18next';
import { largerThan } from '#client/ui/styles/breakpoints.ts';
import { ComparisonSlider } from './comparison-slider.tsx';
import classes from './comparison.module.css';
import { MovingPicture } from './moving-picture.tsx';
import { Picture } from './picture.tsx';

const sizes = `${largerThan('lg')} 28rem, 86vw`;

/** The old print and its video on top of each other, on a dark album page. */
export function Comparison() {
  const { t } = useTranslation();
  return (
    <section className={classes.page} aria-labelledby="comparison">
      <div className={classes.inner}>
        <figure className={classes.figure}>
          <div className={classes.mounted}>
            <ComparisonSlider
              before={
                <Picture
                  name="grandmother-cropped"
                  alt={t('landing.pictures.grandmotherPrint')}
                  sizes={sizes}
                  className={classes.picture}
                />
              }
              after={
                <MovingPicture name="grandmother" alt={t('landing.pictures.grandmother')} sizes={sizes} />
              }
              label={t('landing.comparison.slider')}
              valueText={(percent) => t('landing.comparison.value', { percent })}
            />
          </div>
          <figcaption className={classes.captions}>
            <span>{t('landing.captions.before')}</span>
            <span>{t('landing.captions.after')}</span>
          </figcaption>
        </figure>
        <div className={classes.words}>
          <h2 id="comparison" className={classes.heading}>
            {t('landing.comparison.heading')}
          </h2>
          <p>{t('landing.comparison.text')}</p>
        </div>
      </div>
    </section>
  );
}
