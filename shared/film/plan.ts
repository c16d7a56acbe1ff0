import { type Arrangement, arrangeMusic } from '../arrangement.ts';
import { limits } from '../limits.ts';
import type { MusicForm } from '../music-form.ts';
import { type Beat, chooseCuts, evenCuts, type Shot } from './cuts.ts';
import { type PlannedVoice, speak } from './speak.ts';
import { cardSeconds, type FilmLength, type Pace, paceSeconds, shortFilmSeconds } from './look.ts';

/** What a film is made of. */
export interface FilmContents {
  readonly pace: Pace;
  readonly length: FilmLength;
  /** In the film's order. Our own animator's videos loop without a seam; others should not be seen twice. */
  readonly videos: readonly { readonly loops: boolean }[];
  readonly titleCard: boolean;
  readonly closingCard: boolean;
  /** The form of its music; null for a film without sound. */
  readonly form: MusicForm | null;
  /** The length of its owner's song; null or left out without one. */
  readonly songSeconds?: number | null;
  /** What is spoken; without a video, for the whole film. */
  readonly voices?: readonly PlannedVoice[];
}

/** Something that a film shows. */
export interface PlannedShot {
  readonly kind: 'title' | 'video' | 'closing';
  /** Which of the videos it is. */
  readonly video?: number;
  /** How many frames are shown, crossfades included; absent for a video that is shown once. */
  readonly frames?: number;
  /** The bar line on which it comes in, in seconds of the film. */
  readonly bar?: number;
  /** Which of the voices begins with it. */
  readonly voice?: number;
}

export interface FilmPlan {
  readonly shots: readonly PlannedShot[];
  /** The music; null for a film without sound, and for one whose music is looped or cut. */
  readonly arrangement: Arrangement | null;
}

const { framesPerSecond, seconds: clipSeconds } = limits.video;
const { crossfadeSeconds } = limits.album;
const crossfadeFrames = crossfadeSeconds * framesPerSecond;
const clipFrames = clipSeconds * framesPerSecond;
/** Seconds from cut to cut that a video may be shown: as long as one likes if it loops, once if not. */
const most = { looping: 60, once: clipSeconds - crossfadeSeconds } as const;
/** Seconds from cut to cut below which a short film leaves videos out. */
const leastOfShort = 3;
/** Seconds from cut to cut below which a film is longer than its song. */
const leastOfSong = 3;
/** How much longer the music may be wanted until it has bar lines enough for every cut. */
const stretches = [1, 1.1, 1.2, 1.35, 1.5, 1.75, 2, 2.5, 3];

/** Decides what a film shows for how long, and how its music goes. The same contents always give the same plan. */
export function planFilm(contents: FilmContents): FilmPlan {
  const plan = planShots(contents);
  const { begins } = speak(plan.shots, contents.voices);
  const shots = plan.shots.map((shot, i) => (begins[i] === undefined ? shot : { ...shot, voice: begins[i] }));
  return { ...plan, shots };
}

function planShots(contents: FilmContents): FilmPlan {
  const { pace, length, videos } = contents;
  if (pace === 'even') return evenPlan(contents);
  const cards = cardCount(contents);
  const fitting = Math.floor((shortFilmSeconds - cards * cardSeconds) / leastOfShort);
  const all = videos.length;
  // Fewer videos need fewer bar lines: within thirty seconds, slow music may not have enough for all that would fit.
  for (let count = length === 'short' ? Math.min(all, fitting) : all; count > 0; count--) {
    const plan = musicalPlan(contents, chosen(all, count), paceSeconds[pace]);
    if (plan) return plan;
  }
  throw new Error('There is no music for these videos');
}

const cardCount = ({ titleCard, closingCard }: FilmContents): number => +titleCard + +closingCard;

/** `count` of `all` videos, evenly spread from the first to the last. */
function chosen(all: number, count: number): number[] {
  return Array.from({ length: count }, (_, n) => Math.round((n * (all - 1)) / Math.max(1, count - 1)));
}

function withCards({ titleCard, closingCard }: FilmContents, videos: readonly number[]): PlannedShot[] {
  return [
    ...(titleCard ? [{ kind: 'title', frames: cardSeconds * framesPerSecond } as const] : []),
    ...videos.map((video) => ({ kind: 'video', video }) as const),
    ...(closingCard ? [{ kind: 'closing', frames: cardSeconds * framesPerSecond } as const] : []),
  ];
}

/** Every video once; in a short film, as many as fit. */
function evenPlan(contents: FilmContents): FilmPlan {
  const all = contents.videos.length;
  const net = (seconds: number): number => seconds - crossfadeSeconds;
  const free = net(shortFilmSeconds) - cardCount(contents) * net(cardSeconds);
  const count = contents.length === 'short' ? Math.min(all, Math.floor(free / net(clipSeconds))) : all;
  const shots = withCards(contents, chosen(all, count));
  const { least } = speak(shots, contents.voices);
  const spoken = shots.map((shot, i) => {
    const frames = Math.ceil((least[i]! + crossfadeSeconds) * framesPerSecond);
    return frames > (shot.frames ?? clipFrames) ? { ...shot, frames } : shot;
  });
  return { shots: spoken, arrangement: null };
}

/** Cuts on bar lines, or evenly without music; null if the music has too few bar lines. */
function musicalPlan(contents: FilmContents, videos: readonly number[], pace: number): FilmPlan | null {
  const isShort = contents.length === 'short';
  const shots = withCards(contents, videos);
  const free = (shortFilmSeconds - cardCount(contents) * cardSeconds) / videos.length;
  const forVideo = Math.min(isShort ? Math.min(pace, free) : pace, secondsForSong(contents, videos.length));
  const { least } = speak(shots, contents.voices);
  const wishes = shots.map(({ video }, i) => {
    if (video === undefined) return atLeast(least[i]!, { wanted: cardSeconds, most: most.looping });
    const longest = contents.videos[video]!.loops ? most.looping : most.once;
    return atLeast(least[i]!, { wanted: forVideo, most: longest });
  });
  if (!contents.form) {
    const beat = evenCuts(wishes);
    return { shots: timed(shots, beat, beat.bars), arrangement: null };
  }
  const wanted = evenCuts(wishes).seconds;
  for (const stretch of stretches) {
    const arrangement = arrangeMusic(
      contents.form,
      wanted * stretch,
      isShort ? { atMost: shortFilmSeconds } : {},
    );
    const cuts = chooseCuts(wishes, arrangement);
    if (cuts) {
      const bars = [arrangement.bars[0] ?? 0, ...cuts];
      const shown = timed(shots, arrangement, cuts).map((shot, i) => ({ ...shot, bar: bars[i]! }));
      return { shots: shown, arrangement };
    }
  }
  return null;
}

/** The shot, shown for as long as a voice speaks; whatever it is, it begins again meanwhile. */
const atLeast = (least: number, { wanted, most: longest }: Shot): Shot =>
  least === 0
    ? { wanted, most: longest }
    : { least, wanted: Math.max(wanted, least), most: Math.max(longest, least) };

/** How long each video is shown at most, for the film to end with its owner's song. */
function secondsForSong(contents: FilmContents, count: number): number {
  if (!contents.songSeconds) return Number.POSITIVE_INFINITY;
  return Math.max(leastOfSong, (contents.songSeconds - cardCount(contents) * cardSeconds) / count);
}

/** Gives each shot its frames: the crossfade between two lies around their cut. */
function timed(shots: readonly PlannedShot[], { seconds }: Beat, cuts: readonly number[]): PlannedShot[] {
  const begins = [0, ...cuts.map((cut) => Math.round(cut * framesPerSecond - crossfadeFrames / 2))];
  const end = Math.round(seconds * framesPerSecond);
  return shots.map((shot, i) => {
    const to = begins[i + 1] === undefined ? end : begins[i + 1]! + crossfadeFrames;
    return { ...shot, frames: to - begins[i]! };
  });
}
