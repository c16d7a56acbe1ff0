import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { href } from '#shared/pages.ts';
import button from '#client/ui/plain/button.module.css';
import { EarlyButton } from '#client/ui/plain/early-button.tsx';
import { useLanguage } from '#client/i18n/use-language.ts';
import { largerThan } from '#client/ui/styles/breakpoints.ts';
import classes from './hero.module.css';
import { MovingPicture } from './moving-picture.tsx';
import { Picture } from './picture.tsx';

/** What Memori does, in a headline, a sentence and a moving picture, with the calls to action. */
export function Hero({ onWatchDemo }: { onWatchDemo: () => void }) {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section className={classes.hero} aria-labelledby="hero">
      <div className={classes.words}>
        <h1 id="hero" className={classes.headline}>
          {t('landing.headline')}
        </h1>
        <p className={classes.subtitle}>{t('landing.subtitle')}</p>
        <div className={classes.actions}>
          <a href={href(language, 'create')} className={`${button.filled} ${classes.action}`}>
            {t('landing.create')}
          </a>
          <EarlyButton className={`${button.quiet} ${classes.action}`} onPress={onWatchDemo}>
            <IconPlayerPlayFilled size={18} aria-hidden />
            {t('landing.watchDemo')}
          </EarlyButton>
        </div>
      </div>
      <div className={classes.stage}>
        <figure className={classes.alive}>
          <MovingPicture
            name="grandmother"
            alt={t('landing.pictures.grandmother')}
            sizes={`${largerThan('lg')} 25rem, 62vw`}
            first
          />
        </figure>
        <div className={classes.old}>
          <Picture
            name="grandmother-print"
            alt={t('landing.pictures.grandmotherPrint')}
            sizes={`${largerThan('lg')} 15rem, 38vw`}
          />
        </div>
        <p className={classes.caption}>
          {t('landing.captions.hero')}
          <svg viewBox="0 0 70 46" aria-hidden="true">
            <path d="M4 6c6 22 26 34 52 30M46 26c4 4 8 7 12 9c-5 2-9 4-14 8" />
          </svg>
        </p>
      </div>
      <div className={classes.more}>
        <p>{t('landing.lead')}</p>
        <a href="#try" className={classes.tryLink}>
          {t('landing.tryLink')}
        </a>
        <a href={`${href(language, 'create')}#sign-in`} className={`${classes.tryLink} ${classes.signIn}`}>
          {t('header.signIn')}
        </a>
      </div>
    </section>
  );
}
