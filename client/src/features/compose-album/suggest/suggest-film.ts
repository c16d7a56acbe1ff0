import type { VideoTask } from '#shared/schemas/video.ts';
import { limits } from '#shared/limits.ts';
import type { moods } from '../form/moods.ts';
import { areTwins, type PictureHash } from './picture-hash.ts';

type Video = Pick<VideoTask, 'taskId' | 'name' | 'takenOn' | 'createdAt'>;

/** A film of some videos, as a proposal. */
export interface SuggestedFilm<V extends Video> {
  /** In order: by the day of the photo, those without one at the end; on one day, who is named alike together. */
  readonly videos: V[];
  /** Near twins of others; never so many that fewer than two videos are left. */
  readonly leftOut: V[];
  /** What most of the names have in common: `Nonna Rosa`; null if nothing. */
  readonly about: string | null;
  /** The first and the last day of the photos; null if none is known. */
  readonly days: readonly [string, string] | null;
  readonly mood: keyof typeof moods;
}

/** Photos from before are remembered tenderly. */
const longAgo = '1990';
/** So many videos want music that carries them. */
const many = 12;

/** Proposes a film. `hashes`: what the videos' pictures look like, by task id, as far as that is known. */
export function suggestFilm<V extends Video>(
  videos: readonly V[],
  hashes: ReadonlyMap<string, PictureHash>,
): SuggestedFilm<V> {
  const sorted = videos.toSorted(
    (one, other) =>
      compare(one.takenOn ?? 'later', other.takenOn ?? 'later') ||
      compare(personOf(one, videos), personOf(other, videos)) ||
      compare(one.createdAt, other.createdAt),
  );
  const kept = withoutTwins(sorted, hashes);
  const days = kept.flatMap(({ takenOn }) => takenOn ?? []).toSorted(compare);
  const [first, last] = [days.at(0), days.at(-1)];
  const middle = days[days.length >> 1];
  return {
    videos: kept,
    leftOut: sorted.filter((video) => !kept.includes(video)),
    about: inCommon(kept),
    days: first !== undefined && last !== undefined ? [first, last] : null,
    mood:
      middle !== undefined && middle < longAgo
        ? 'tender'
        : kept.length >= many
          ? 'hopeful'
          : days.length > 1 && first === last
            ? 'bright'
            : 'calm',
  };
}

const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

/** Who is in a video, as far as names tell: its first word that others have too; `~`, which comes last, if there is none. */
function personOf(video: Video, all: readonly Video[]): string {
  const others = all.filter((other) => other !== video).flatMap(wordsOf);
  return wordsOf(video).find((word) => others.includes(word)) ?? '~';
}

/** The words of a name that may be somebody's: those that begin with a capital. */
const wordsOf = ({ name }: Video): string[] => name?.match(/\p{Lu}[\p{L}\p{M}’']+/gu) ?? [];

/** The words that more than half of all videos have in their names, in their order there. */
function inCommon(videos: readonly Video[]): string | null {
  const names = videos.map(wordsOf);
  const isCommon = (word: string) => names.filter((words) => words.includes(word)).length > names.length / 2;
  const common = [...new Set(names.flat())].filter(isCommon);
  return common.length === 0 ? null : common.join(' ');
}

/** Of twins, the first one that has a name stays, else the first one. */
function withoutTwins<V extends Video>(videos: readonly V[], hashes: ReadonlyMap<string, PictureHash>): V[] {
  const areAlike = (one: V, other: V): boolean => {
    const [a, b] = [hashes.get(one.taskId), hashes.get(other.taskId)];
    return a !== undefined && b !== undefined && areTwins(a, b);
  };
  const byWorth = videos.toSorted((one, other) => Number(one.name === null) - Number(other.name === null));
  const worthy: V[] = [];
  for (const video of byWorth) if (!worthy.some((other) => areAlike(other, video))) worthy.push(video);
  const twins = byWorth.filter((video) => !worthy.includes(video));
  const kept = [...worthy, ...twins.slice(0, Math.max(0, limits.album.minVideos - worthy.length))];
  return videos.filter((video) => kept.includes(video));
}
