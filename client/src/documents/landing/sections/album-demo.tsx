import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFocusOn } from '#client/lib/focus.ts';
import classes from './album-demo.module.css';
import { DemoVideo } from './demo-video.tsx';

/** The album demo: scrolls into view and takes the focus on mount, and whenever `requestCount` changes. */
export function AlbumDemo({ requestCount }: { requestCount: number }) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    // Without a return value: newer browsers return a promise, which is not a cleanup function.
    heading.current?.closest('section')?.scrollIntoView();
  }, [requestCount]);
  useFocusOn(heading, requestCount, { stay: true });

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
