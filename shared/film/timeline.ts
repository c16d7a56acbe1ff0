import { limits } from '../limits.ts';
import type { FilmPart } from '../schemas/film.ts';
import type { PlannedShot } from './plan.ts';

const { framesPerSecond } = limits.video;
const crossfadeFrames = limits.album.crossfadeSeconds * framesPerSecond;

/** Frames of a film, `to` excluded. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** When shots of these many frames are seen: neighbours share the frames of their crossfade. */
export function spansOf(frames: readonly number[]): Span[] {
  let from = 0;
  return frames.map((count) => {
    const span = { from, to: from + count };
    from = span.to - crossfadeFrames;
    return span;
  });
}

/** What a film shows from when to when. */
export function timelineOf(
  planned: readonly PlannedShot[],
  spans: readonly Span[],
  videoIds: readonly string[],
): FilmPart[] {
  return spans.map(({ from, to }, i) => {
    const { kind, video, bar } = planned[i]!;
    return {
      kind,
      ...(video === undefined ? {} : { videoId: videoIds[video]! }),
      from: from / framesPerSecond,
      to: to / framesPerSecond,
      ...(bar === undefined ? {} : { bar }),
    };
  });
}
