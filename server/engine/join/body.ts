import type { Clip } from './clip.ts';
import type { FilmContext } from './context.ts';
import { encodePiece } from './piece.ts';
import { bodyPiece, type Caption } from './piece-kinds.ts';
import { isGroup, joined, type Range, rangesOf, type Shown } from './shown.ts';
import type { Segment } from './splice.ts';

/** The frames of a shown clip that belong to no crossfade, `to` excluded. */
interface Body extends Range {
  /** Those of the film's crossfades: a decoder is set up for them. */
  readonly parameterSets: string;
  readonly caption: Caption | undefined;
}

export function wholeOf({ index }: Clip): Segment {
  return { path: index.path, from: 0, to: index.frames };
}

/**
 * What is shown of a clip outside crossfades: whole groups of pictures are copied. Encoded are those that bear the
 * caption, one that the film leaves early, and all if a decoder set up for crossfades can't read the clip.
 */
export async function encodeBody(
  context: FilmContext,
  shown: Shown,
  { from, to, parameterSets, caption: whole }: Body,
): Promise<Segment[]> {
  const { clip } = shown;
  const isReadable = clip.index.parameterSets === parameterSets;
  const caption = whole && { ...whole, time: { from: whole.time.from, to: Math.min(whole.time.to, to) } };
  let at = from;
  const parts: BodyPart[] = rangesOf(shown, { from, to }).map((range) => {
    const start = at;
    at += range.to - range.from;
    const isPlain = !caption || start >= caption.time.to;
    return { isCopied: isReadable && isPlain && isGroup(clip, range), range, from: start, to: at };
  });
  const runs = runsOf(parts);
  for (const run of runs) if (!run.isCopied) context.progress.plan(run.to - run.from);
  const segments = runs.map(async (run) => {
    if (run.isCopied) return joined(run.ranges).map((range) => ({ path: clip.index.path, ...range }));
    const own = caption && run.from < caption.time.to ? caption : undefined;
    const piece = bodyPiece(shown, run, context.request.rendition, own);
    return [wholeOf(await encodePiece(context, piece))];
  });
  return (await Promise.all(segments)).flat();
}

/** A range of a clip, and which of its shown frames it is. */
interface BodyPart extends Range {
  readonly isCopied: boolean;
  readonly range: Range;
}

/** Neighbouring parts that are all copied or all encoded. */
interface Run extends Range {
  readonly isCopied: boolean;
  readonly ranges: readonly Range[];
}

function runsOf(parts: readonly BodyPart[]): Run[] {
  const runs: Run[] = [];
  for (const { isCopied, range, from, to } of parts) {
    const last = runs.at(-1);
    if (last?.isCopied === isCopied)
      runs[runs.length - 1] = { isCopied, ranges: [...last.ranges, range], from: last.from, to };
    else runs.push({ isCopied, ranges: [range], from, to });
  }
  return runs;
}
