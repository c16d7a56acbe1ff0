import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusOn } from '../../lib/focus.ts';
import classes from './album-demo.module.css';
import { DemoVideo } from './demo-video.tsx';

/** The album demo: comes into view and takes the focus as it appears, and each time that it is `asked` for again. */
export function AlbumDemo({ asked }: { asked: number }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // Without its answer: in newer browsers that is a promise, and no way to clean up.
    heading.current?.closest('section')?.scrollIntoView();
  }, [asked]);
  useFocusOn(heading, asked, { stay: true });

  return (
    <section className={classes.section} aria-labelledby="demo">
      <figure className={classes.print}>
        <DemoVideo
          label={t('landing.demo.video')}
          soundLabel={t('landing.demo.play')}
          playLabel={t('landing.demo.playSilent')}
          pauseLabel={t('landing.demo.pause')}
        />
        <figcaption className={classes.caption}>{t('landing.captions.album')}</figcaption>
      </figure>
      <div className={classes.words}>
        <h2 id="demo" ref={heading} tabIndex={-1} className={classes.heading}>
          {t('landing.demo.heading')}
        </h2>
        <p>{t('landing.demo.text')}</p>
        <p className={classes.made}>{t('landing.demo.made')}</p>
      </div>
    </section>
  );
}
