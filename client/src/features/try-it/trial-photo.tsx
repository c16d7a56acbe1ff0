import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import button from '#client/ui/plain/button.module.css';
import { LivingPhoto } from '#client/entities/photo/ui/living-photo.tsx';
import print from '#client/ui/plain/print.module.css';
import { useFocusOn } from '#client/lib/focus.ts';
import { storeTried } from '#client/entities/outbox/tried-photo.ts';
import type { Photo } from '#client/entities/photo/read-photo.ts';
import { useTurnedViews } from '#client/entities/photo/use-turned-views.ts';
import classes from './trial-photo.module.css';

interface TrialPhotoProps {
  photo: Photo;
  onKeep: () => void;
  onAnother: () => void;
}

/** The photo as a moving print, and the next steps for it. */
export function TrialPhoto({ photo, onKeep, onAnother }: TrialPhotoProps) {
  const { t } = useTranslation();
  const [playing, setPlaying] = useState(false);
  const [keeping, setKeeping] = useState(false);
  const views = useTurnedViews(photo.views, null).views ?? photo.views;
  const figure = useRef<HTMLElement>(null);
  const keep = useRef<HTMLButtonElement>(null);

  // The focused element is gone, or was about another photo: focus the next step. If the visitor moved the focus
  // elsewhere meanwhile, leave it.
  const next = () => {
    const { activeElement, body } = document;
    const isElsewhere = activeElement !== body && !figure.current?.contains(activeElement);
    return isElsewhere ? null : keep.current;
  };
  useFocusOn(next, photo, { stay: true });

  return (
    <figure ref={figure} className={classes.figure}>
      <div className={`${print.print} ${classes.print}`}>
        <LivingPhoto
          view={views.crop}
          seed={photo.seed}
          label={t('upload.preview', { name: photo.file.name })}
          onPlayingChange={setPlaying}
        />
      </div>
      <figcaption className={classes.caption}>
        <p role="status">
          <span>{t(playing ? 'tryIt.moving' : 'tryIt.still')}</span> {t('tryIt.private')}
        </p>
        {photo.crop && <p>{t('tryIt.cropped')}</p>}
        {views.isPrint && <p>{t('tryIt.print')}</p>}
      </figcaption>
      <div className={classes.actions}>
        <button
          ref={keep}
          type="button"
          className={button.filled}
          aria-disabled={keeping}
          onClick={async () => {
            if (keeping) return;
            setKeeping(true);
            await storeTried(photo.original);
            onKeep();
          }}
        >
          {t(keeping ? 'tryIt.keeping' : 'tryIt.keep')}
        </button>
        <button type="button" className={button.quiet} onClick={onAnother}>
          {t('tryIt.another')}
        </button>
      </div>
      <p className={classes.next}>{t('tryIt.next')}</p>
    </figure>
  );
}
