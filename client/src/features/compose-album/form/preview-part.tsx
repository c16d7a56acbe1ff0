import { IconMovie } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { Loading } from '#client/ui/spinner.tsx';
import { useFocusOn } from '#client/lib/focus.ts';
import { lazyPart } from '#client/lib/lazy-part.ts';
import type { AlbumDraft } from './draft.ts';
import classes from './preview-part.module.css';

const FilmPreview = lazyPart(() => import('../preview/film-preview.tsx'), 'FilmPreview');

interface PreviewPartProps {
  draft: AlbumDraft;
  /** Whether a piece of music is being listened to. */
  quiet: boolean;
  onPlay: () => void;
}

/** The preview of the film, behind a button: nobody needs it, and it loads videos and music. */
export function PreviewPart({ draft, quiet, onPlay }: PreviewPartProps) {
  const { t } = useTranslation();
  const [audio, setAudio] = useState<AudioContext | null>(null);
  useEffect(() => () => void audio?.close(), [audio]);
  if (draft.videos.length < limits.album.minVideos) return null;
  if (!audio) {
    return (
      <Button
        look="quiet"
        className={classes.open}
        icon={<IconMovie size={20} aria-hidden />}
        onClick={() => setAudio(new AudioContext())}
      >
        {t('filmPreview.open')}
      </Button>
    );
  }
  return (
    <section className={classes.part} aria-labelledby="film-preview">
      <Heading />
      <Boundary fallback={<p role="alert">{t('filmPreview.lost')}</p>}>
        <Suspense fallback={<Loading />}>
          <FilmPreview draft={draft} audio={audio} quiet={quiet} onPlay={onPlay} />
        </Suspense>
      </Boundary>
    </section>
  );
}

/** Takes the focus: the button that opened the preview is gone. */
function Heading() {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusOn(heading);
  return (
    <h3 ref={heading} id="film-preview" tabIndex={-1} className={classes.heading}>
      {t('filmPreview.title')}
    </h3>
  );
}
