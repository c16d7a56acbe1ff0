import type { Take } from './filters.ts';
import type { Clip } from './clip.ts';
import { crossfadeFrames } from './standard-format.ts';
import type { PieceInput } from './piece.ts';

/** A clip in the standard format as a film shows it. */
export interface Shown {
  readonly clip: Clip;
  /** How many frames the film shows of it, its crossfades included: beyond its end, it begins again. */
  readonly frames: number;
}

/** Frames of a clip, `to` excluded, in one of its groups of pictures. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

/** The clip's frames from one keyframe to the next. */
function groupsOf({ index }: Clip): Range[] {
  const joints = [0, crossfadeFrames, index.frames - crossfadeFrames, index.frames];
  return joints.slice(1).map((to, i) => ({ from: joints[i]!, to }));
}

/** The shown frames from `from` up to `to`, as parts of the clip's groups of pictures, in order. */
export function rangesOf({ clip }: Shown, { from, to }: Range): Range[] {
  const ranges: Range[] = [];
  const { frames } = clip.index;
  for (let start = Math.floor(from / frames) * frames; start < to; start += frames)
    for (const group of groupsOf(clip)) {
      const range = {
        from: Math.max(group.from, from - start),
        to: Math.min(group.to, to - start),
      };
      if (range.from < range.to) ranges.push(range);
    }
  return ranges;
}

/** Whether the range is a whole group of pictures, which can be copied. */
export function isGroup(clip: Clip, range: Range): boolean {
  return groupsOf(clip).some(({ from, to }) => from === range.from && to === range.to);
}

/** Adjacent ranges as one. */
export function joined(ranges: readonly Range[]): Range[] {
  const all: Range[] = [];
  for (const range of ranges) {
    const last = all.at(-1);
    if (last?.to === range.from) all[all.length - 1] = { from: last.from, to: range.to };
    else all.push(range);
  }
  return all;
}

/**
 * The inputs of ffmpeg for some shown frames, each from the keyframe before its frames, and what to take of them;
 * `first` is the number of the first input.
 */
export function sourceOf(shown: Shown, range: Range, first = 0): { inputs: PieceInput[]; takes: Take[] } {
  const { clip } = shown;
  const parts = joined(rangesOf(shown, range));
  const keyframes = parts.map((part) => groupsOf(clip).findLast(({ from }) => from <= part.from)!.from);
  return {
    inputs: keyframes.map((from) => ({ clip, from })),
    takes: parts.map(({ from, to }, i) => ({
      input: first + i,
      from: from - keyframes[i]!,
      to: to - keyframes[i]!,
    })),
  };
}
