import { limits } from '../limits.ts';
import { cardSeconds } from './look.ts';

/** Something that is spoken in a film. */
export interface PlannedVoice {
  /** Which of the videos is seen meanwhile; left out for the whole film. */
  readonly video?: number;
  readonly seconds: number;
}

interface SeenShot {
  readonly kind: 'title' | 'video' | 'closing';
  readonly video?: number;
}

/** Seconds before and after a voice in which a picture is seen alone, without a crossfade. */
export const pauseSeconds = 0.25;

/** From cut to cut, what a card is seen for in any film. */
const leastOfCard = cardSeconds - limits.album.crossfadeSeconds;

/** From cut to cut: crossfades reach into a picture by a half, into the film's first one by a whole. */
const seenFor = (seconds: number): number => seconds + 2 * pauseSeconds + 1.5 * limits.album.crossfadeSeconds;

/**
 * With which shots which of the voices begin, and for how many seconds from cut to cut each shot is then shown at least (0
 * if nothing is spoken). The voice of the whole film speaks over the most videos in succession that have none of their own,
 * which share its time equally, beside the cards.
 */
export function speak(
  shots: readonly SeenShot[],
  voices: readonly PlannedVoice[] = [],
): { begins: readonly (number | undefined)[]; least: readonly number[] } {
  const begins = shots.map(({ video }): number | undefined => {
    const found = voices.findIndex((voice) => voice.video !== undefined && voice.video === video);
    return found < 0 ? undefined : found;
  });
  const least = begins.map((voice) => (voice === undefined ? 0 : seenFor(voices[voice]!.seconds)));
  const whole = voices.findIndex(({ video }) => video === undefined);
  if (whole < 0) return { begins, least };
  const { from, to } = longestSilence(shots, begins);
  const videos = shots.slice(from, to).filter(({ kind }) => kind === 'video').length;
  const onCards = (to - from - videos) * leastOfCard;
  const share = Math.max(0, (seenFor(voices[whole]!.seconds) - onCards) / videos);
  return {
    begins: begins.map((voice, i) => (i === from ? whole : voice)),
    least: least.map((seconds, i) => {
      if (i < from || i >= to) return seconds;
      return shots[i]!.kind === 'video' ? share : leastOfCard;
    }),
  };
}

/** The shots in succession without a voice that show the most videos; the first of several. */
function longestSilence(
  shots: readonly SeenShot[],
  begins: readonly (number | undefined)[],
): { from: number; to: number } {
  let best = { from: 0, to: 0, videos: 0 };
  let from = 0;
  for (let to = 0; to <= shots.length; to++) {
    if (to < shots.length && begins[to] === undefined) continue;
    const videos = shots.slice(from, to).filter(({ kind }) => kind === 'video').length;
    if (videos > best.videos) best = { from, to, videos };
    from = to + 1;
  }
  return best;
}
