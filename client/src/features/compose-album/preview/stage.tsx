import { useEffect, useRef } from 'react';
import { captionFadeSeconds, captionSeconds } from '#shared/film/look.ts';
import { fills, mountedIn } from '#shared/film/frame.ts';
import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { FilmPart } from '#shared/schemas/film.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import { frameStyle } from '#client/lib/frame-style.ts';
import { useRendition } from '#client/entities/film/renditions.ts';
import film from '#client/entities/film/film.module.css';
import type { AlbumDraft } from '../form/draft.ts';
import { ClosingCard, TitleCard } from './cards.tsx';
import { type PreviewPlan, sizeOf } from './plan-preview.ts';
import classes from './stage.module.css';

const { crossfadeSeconds } = limits.album;
/** How long before it is seen a part is loaded, in seconds. */
const loadAhead = 3;

interface StageProps {
  plan: PreviewPlan;
  draft: AlbumDraft;
  /** What it shows, for screen readers. */
  label: string;
  at: number;
  playing: boolean;
  /** Whether the closing card names Memori. */
  madeWith: boolean;
}

/** The picture of a film at a moment: one part of it, or two that crossfade. */
export function Stage({ plan: { parts, seconds, size }, draft, label, at, playing, madeWith }: StageProps) {
  const loaded = parts.map((part, index) => ({ part, index, isLast: part.to === seconds }));
  const near = loaded.filter(
    ({ part: { from, to }, isLast }) => at > from - loadAhead && (at < to || isLast),
  );
  return (
    <div
      role="img"
      aria-label={label}
      className={`${film.film} ${classes.stage}`}
      style={frameStyle(size)}
      data-at={at.toFixed(2)}
    >
      {near.map(({ part, index }) => (
        <div
          key={index}
          className={classes.layer}
          style={{ opacity: index === 0 ? 1 : weightOf(at - part.from) }}
        >
          {part.kind === 'title' && <TitleCard draft={draft} shown={shownOf(parts, draft)} />}
          {part.kind === 'closing' && <ClosingCard closing={draft.closing} madeWith={madeWith} />}
          {part.kind === 'video' && (
            <Clip video={videoOf(draft, part)!} frame={size} local={at - part.from} playing={playing} />
          )}
          {part.kind === 'video' && draft.captions && (
            <Caption text={videoOf(draft, part)!.name} local={at - part.from} />
          )}
        </div>
      ))}
    </div>
  );
}

const videoOf = ({ videos }: AlbumDraft, { videoId }: FilmPart) =>
  videos.find(({ taskId }) => taskId === videoId);

const shownOf = (parts: readonly FilmPart[], draft: AlbumDraft): VideoTask[] =>
  parts.flatMap((part) => videoOf(draft, part) ?? []);

/** How much of a part is seen so many seconds after it begins to come in. */
const weightOf = (seconds: number): number => Math.min(1, Math.max(0, seconds / crossfadeSeconds));

interface ClipProps {
  video: VideoTask;
  frame: FrameSize;
  /** Seconds since it came in; negative before. */
  local: number;
  playing: boolean;
}

/** A video in its loop, filling the frame or mounted on paper. */
function Clip({ video, frame, local, playing }: ClipProps) {
  const player = useRef<HTMLVideoElement>(null);
  const src = useRendition(video.downloadUrl ?? '');
  const poster = useRendition(video.thumbnailUrl ?? '');
  const size = sizeOf(video);
  const mounted = fills(size, frame) ? null : mountedIn(size, frame);

  function settle() {
    if (player.current) follow(player.current, local, playing && local >= 0);
  }
  useEffect(settle);

  useEffect(() => {
    const element = player.current;
    return () => {
      // A removed element would keep its media player until it is garbage collected, and browsers limit their number.
      element?.removeAttribute('src');
      element?.load();
    };
  }, []);

  return (
    <>
      {mounted && <div className={classes.print} style={shareOf(mounted.print, frame)} />}
      <video
        ref={player}
        src={src}
        poster={poster}
        className={classes.clip}
        style={shareOf(mounted?.inner ?? frame, frame)}
        aria-hidden
        muted
        loop
        playsInline
        preload="auto"
        // Meanwhile the film may have gone elsewhere.
        onSeeked={settle}
      />
    </>
  );
}

const shareOf = (part: FrameSize, whole: FrameSize) => ({
  width: `${(100 * part.width) / whole.width}%`,
  height: `${(100 * part.height) / whole.height}%`,
});

/** By how many seconds a clip may be off before it is put right: while it plays, that is seen as a jump. */
const tolerance = { playing: 0.2, still: 0.02 };

/** Keeps a clip where the film is: it loops, and waits on its first frame until it comes in. */
function follow(player: HTMLVideoElement, local: number, runs: boolean): void {
  const length = player.duration || limits.video.seconds;
  const wanted = Math.max(0, local) % length;
  const off = Math.abs(player.currentTime - wanted);
  const isOff = Math.min(off, length - off) > (runs ? tolerance.playing : tolerance.still);
  if (isOff && !player.seeking) player.currentTime = wanted;
  // Rejects if it is paused at the same moment, or refused to save power: then the picture stays.
  if (runs && player.paused) void player.play().catch(() => undefined);
  else if (!runs && !player.paused) player.pause();
}

/** The name of a video, for some seconds after its crossfade. */
function Caption({ text, local }: { text: string | null; local: number }) {
  const since = local - crossfadeSeconds;
  if (text === null || since < 0 || since >= captionSeconds) return null;
  const opacity = Math.min(1, since / captionFadeSeconds, (captionSeconds - since) / captionFadeSeconds);
  return (
    <p className={classes.caption} dir="auto" style={{ opacity }}>
      {text}
    </p>
  );
}
