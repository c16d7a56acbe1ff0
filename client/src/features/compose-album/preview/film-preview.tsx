import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { plainLine } from '#shared/plain-text.ts';
import { Button } from '#client/ui/button.tsx';
import button from '#client/ui/plain/button.module.css';
import { Loading } from '#client/ui/spinner.tsx';
import { formatElapsed } from '#client/lib/format.ts';
import { trpc } from '#client/api/trpc.ts';
import { useReducedMotion } from '#client/lib/use-reduced-motion.ts';
import type { AlbumDraft } from '../form/draft.ts';
import classes from './film-preview.module.css';
import { createMusicPlayer, loadPiece, type Piece, soundsOf } from './music.ts';
import { planPreview } from './plan-preview.ts';
import { Ruler } from './ruler.tsx';
import { Stage } from './stage.tsx';
import { usePlayback } from './use-playback.ts';

interface FilmPreviewProps {
  /** With at least two videos. */
  draft: AlbumDraft;
  /** Created when its button was pressed: otherwise browsers would keep it silent. */
  audio: AudioContext;
  /** Whether something else is heard. */
  quiet: boolean;
  onPlay: () => void;
}

/**
 * Plays the film of a draft before it is made: its clips, cuts, cards and arranged music, planned by the same functions
 * as the film. It begins by itself, unless the visitor asked for reduced motion, and stands at its beginning again
 * whenever a change of the draft changes its cuts.
 */
export function FilmPreview({ draft, audio, quiet, onPlay }: FilmPreviewProps) {
  const { t } = useTranslation();
  const still = useReducedMotion();
  const { shape, pace, titleCard, closing, videos, song, voices } = draft;
  const music = song ? null : draft.music;
  const piece = useQuery({
    queryKey: ['music', music],
    queryFn: () => (music ? loadPiece(audio, music) : null),
    networkMode: 'always',
    // A decoded recording takes some 40 MB.
    gcTime: 0,
  });
  const cuts = JSON.stringify([
    videos.map(({ taskId }) => taskId),
    [music, shape, pace, titleCard, plainLine(closing) !== '', song?.audioId],
    voices.map(({ audioId, videoId }) => [audioId, videoId]),
  ]);
  const [firstCuts] = useState(cuts);
  if (piece.isPending) return <Loading />;
  if (piece.isError) {
    return (
      <div className={classes.failed} role="alert">
        <p>{t('filmPreview.failed')}</p>
        <Button look="quiet" small onClick={() => void piece.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </div>
    );
  }
  return (
    <Player
      key={cuts}
      draft={draft}
      piece={piece.data}
      audio={audio}
      quiet={quiet}
      startsItself={cuts === firstCuts && !still}
      onPlay={onPlay}
    />
  );
}

interface PlayerProps extends FilmPreviewProps {
  piece: Piece | null;
  startsItself: boolean;
}

function Player({ draft, piece, audio, quiet, startsItself, onPlay }: PlayerProps) {
  const { t } = useTranslation();
  // The plan and the player are those of the draft's cuts, for which this component is made.
  const [plan] = useState(() => planPreview(draft, piece?.form ?? null));
  const { arrangement, seconds } = plan;
  const music = useMemo(
    () =>
      piece?.recording && arrangement
        ? createMusicPlayer(audio, piece.recording, soundsOf(arrangement, piece.placement))
        : null,
    [piece, arrangement, audio],
  );
  const { at, playing, play, pause, seek } = usePlayback(seconds, music);
  const { data: purchases = 0 } = trpc.credits.purchases.useQuery();

  function begin() {
    onPlay();
    play();
  }
  const beginItself = useEffectEvent(begin);
  useEffect(() => {
    if (startsItself) beginItself();
  }, [startsItself]);

  const hush = useEffectEvent(pause);
  useEffect(() => {
    if (quiet) hush();
  }, [quiet]);

  const time = t('filmPreview.time', { at: formatElapsed(at), total: formatElapsed(Math.round(seconds)) });
  return (
    <div className={classes.preview}>
      <Stage
        plan={plan}
        draft={draft}
        label={t('filmPreview.shows')}
        at={at}
        playing={playing}
        madeWith={purchases === 0}
      />
      <div className={classes.controls}>
        <button
          type="button"
          className={`${button.round} ${classes.toggle}`}
          aria-label={t(playing ? 'filmPreview.pause' : 'filmPreview.play')}
          onClick={playing ? pause : begin}
        >
          {playing ? (
            <IconPlayerPauseFilled size={20} aria-hidden />
          ) : (
            <IconPlayerPlayFilled size={20} aria-hidden />
          )}
        </button>
        <div className={classes.track}>
          <input
            type="range"
            className={classes.slider}
            min={0}
            max={seconds}
            step={0.1}
            value={at}
            aria-label={t('filmPreview.position')}
            aria-valuetext={time}
            onChange={(event) => seek(Number(event.currentTarget.value))}
          />
          <Ruler plan={plan} />
        </div>
        <span className={classes.time}>{time}</span>
      </div>
      {(draft.song !== null || draft.voices.length > 0) && (
        <p className={classes.note}>{t('ownSound.unheard')}</p>
      )}
      {piece?.recording === null && <p className={classes.note}>{t('filmPreview.silent')}</p>}
    </div>
  );
}
