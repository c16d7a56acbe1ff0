import { IconStarFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import button from '#client/ui/plain/button.module.css';
import { EarlyButton } from '#client/ui/plain/early-button.tsx';
import { replaceableText } from '../replaceable-text.ts';
import { Picture } from './picture.tsx';
import classes from './testimonials.module.css';
import { useCarousel } from './use-carousel.ts';

const letters = [
  { from: 'giulia', stamp: 'grandfather-restored' },
  { from: 'thomas', stamp: 'family-restored' },
  { from: 'elena', stamp: 'dog' },
] as const;
const stars = [1, 2, 3, 4, 5];

/**
 * Testimonials (made up until the operator has real ones), on three postcards in a row that is swiped, scrolled, or
 * moved with the dots below it.
 */
export function Testimonials() {
  const { t } = useTranslation();
  const { track, current, show } = useCarousel();
  const total = letters.length;
  return (
    <section className={classes.section} aria-labelledby="testimonials" {...replaceableText('letters')}>
      <h2 id="testimonials" className={classes.heading} {...replaceableText('heading')}>
        {t('landing.testimonials.heading')}
      </h2>
      <p className={classes.examples} {...replaceableText('examples')}>
        {t('landing.testimonials.examples')}
      </p>
      {/* Focusable, so that the arrow keys scroll it. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul ref={track} className={classes.track} tabIndex={0} aria-labelledby="testimonials">
        {letters.map(({ from, stamp }, index) => (
          <li
            key={from}
            className={classes.postcard}
            aria-label={t('landing.testimonials.position', { number: index + 1, total })}
          >
            <blockquote className={classes.quote} {...replaceableText(`quote-${index}`)}>
              {t(`landing.testimonials.${from}.quote`)}
            </blockquote>
            <div className={classes.address}>
              <div className={classes.stamp}>
                <Picture name={stamp} alt="" sizes="7rem" />
              </div>
              <div
                role="img"
                className={classes.stars}
                aria-label={t('landing.testimonials.stars', { count: stars.length })}
              >
                {stars.map((star) => (
                  <IconStarFilled key={star} size={18} aria-hidden />
                ))}
              </div>
              <p className={classes.name} {...replaceableText(`name-${index}`)}>
                {t(`landing.testimonials.${from}.name`)}
              </p>
              <p className={classes.name} {...replaceableText(`place-${index}`)}>
                {t(`landing.testimonials.${from}.place`)}
              </p>
            </div>
          </li>
        ))}
      </ul>
      <div className={classes.dots}>
        {letters.map(({ from }, index) => (
          <EarlyButton
            key={from}
            className={`${button.round} ${classes.dot}`}
            aria-label={t('landing.testimonials.show', { number: index + 1, total })}
            aria-current={index === current ? 'true' : undefined}
            onPress={() => show(index)}
          />
        ))}
      </div>
    </section>
  );
}
