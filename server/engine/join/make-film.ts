import { limits } from '../../../shared/limits.ts';
import { filmNote } from '../animate/encoding.ts';
import type { FrameSize } from '../../../shared/motion/frame-size.ts';
import { countFrames } from './check-clip.ts';
import { type ClipIndex, readClip } from './clip-index.ts';
import type { Crew } from './crew.ts';
import { chooseFrameSize } from './frame-size.ts';
import { crossfadeFrames } from './house-form.ts';
import type { PieceBench } from './piece-bench.ts';
import { createPieceMaker, type PieceMaker } from './piece-maker.ts';
import { writePoster } from './poster.ts';
import { createProgress, type Progress } from './progress.ts';
import { bodyRecipe, crossfadeRecipe, fitRecipe } from './recipes.ts';
import { makeSoundtrack } from './soundtrack.ts';
import { type Cut, splice } from './splice.ts';
import type { Film, FilmRequest } from './types.ts';
import type { FilmSource } from './video-piece.ts';

const { framesPerSecond } = limits.video;

/** What copying a frame and encoding a second of sound take, measured in frames to encode. */
const costs = { copiedFrame: 0.02, soundSecond: 0.6 } as const;

/** One film in the making. */
interface Making {
  readonly request: FilmRequest;
  readonly bench: PieceBench;
  readonly crew: Crew;
  readonly pieces: PieceMaker;
  readonly progress: Progress;
}

/**
 * Makes one film. Rejects with what went wrong first, maybe before the crew's other tasks have ended. May leave the
 * poster behind then, but no half film.
 */
export async function makeFilm(request: FilmRequest, bench: PieceBench, crew: Crew): Promise<Film> {
  const progress = createProgress(request.onProgress);
  const pieces = createPieceMaker(bench, crew, (frames) => progress.done(frames));
  const making = { request, bench, crew, pieces, progress };
  const sources = await Promise.all(
    request.clips.map(({ path, identity }) =>
      crew.run(async () => ({ identity, index: await readClip(path) })),
    ),
  );
  const size = chooseFrameSize(sources.map(({ index }) => index));
  planProgress(making, sources, size);
  const clips = await Promise.all(sources.map((source) => inFrame(making, source, size)));
  const [soundtrack, crossfades] = await Promise.all([
    // The longest task first, so that none is left over at the end.
    record(making, framesOf(clips) / framesPerSecond),
    fade(making, clips, size),
    crew.run(() => writePoster(bench, clips[0]!.index, request.poster)),
  ]);
  const bodies = await Promise.all(clips.map((_, i) => bodyCut(making, clips, i, crossfades)));
  await splice({
    cuts: bodies.flatMap((body, i) => [body, ...crossfades.slice(i, i + 1).map(wholePiece)]),
    soundtrack,
    tags: { title: request.title, comment: filmNote },
    output: request.output,
    onFrames: (copied) => progress.done(copied * costs.copiedFrame),
    signal: crew.signal,
  });
  progress.finish();
  const copied = bodies.filter(({ path }, i) => path === clips[i]!.index.path);
  return {
    ...size,
    frames: framesOf(clips),
    way: copied.length > 0 ? 'smart' : 'full',
    copiedFrames: copied.reduce((sum, { from, to }) => sum + to - from, 0),
    encodedFrames: pieces.encodedFrames,
  };
}

/** Neighbours share the frames of their crossfade. */
function framesOf(clips: readonly FilmSource[]): number {
  return clips.reduce((sum, { index }) => sum + index.frames, 0) - (clips.length - 1) * crossfadeFrames;
}

function planProgress({ request, progress }: Making, sources: readonly FilmSource[], size: FrameSize): void {
  const frames = framesOf(sources);
  for (const { index } of sources) if (!isInFrame(index, size)) progress.plan(index.frames);
  progress.plan((sources.length - 1) * crossfadeFrames + frames * costs.copiedFrame);
  if (request.music !== null) progress.plan((frames / framesPerSecond) * costs.soundSecond);
}

function isInFrame({ house, width, height }: ClipIndex, size: FrameSize): boolean {
  return house && width === size.width && height === size.height;
}

/** The clip in house form and of the film's frame size. */
async function inFrame(
  { request, bench, crew, pieces }: Making,
  source: FilmSource,
  size: FrameSize,
): Promise<FilmSource> {
  const { index } = source;
  if (isInFrame(index, size)) return source;
  const frames = index.house ? index.frames : await crew.run(() => countFrames(bench, index));
  return pieces.make(fitRecipe(source, size, frames, request.rendition));
}

/** The crossfades between neighbours. */
function fade({ request, pieces }: Making, clips: readonly FilmSource[], size: FrameSize) {
  const pairs = clips.slice(1).map((to, i) => [clips[i]!, to] as const);
  return Promise.all(
    pairs.map(([from, to]) => pieces.make(crossfadeRecipe(from, to, size, request.rendition))),
  );
}

async function record({ request, bench, crew, progress }: Making, seconds: number): Promise<string | null> {
  const { music } = request;
  if (music === null) return null;
  const path = await crew.run(() => makeSoundtrack(bench, music, seconds));
  progress.done(seconds * costs.soundSecond);
  return path;
}

function wholePiece({ index }: FilmSource): Cut {
  return { path: index.path, from: 0, to: index.frames };
}

/** What no crossfade touches of a clip: as it is, or encoded anew if a decoder set up for the crossfades can't read it. */
async function bodyCut(
  { request, pieces, progress }: Making,
  clips: readonly FilmSource[],
  i: number,
  crossfades: readonly FilmSource[],
): Promise<Cut> {
  const clip = clips[i]!;
  const from = i === 0 ? 0 : crossfadeFrames;
  const to = clip.index.frames - (i === clips.length - 1 ? 0 : crossfadeFrames);
  const { parameterSets } = (crossfades[0] ?? clip).index;
  if (clip.index.parameterSets === parameterSets) return { path: clip.index.path, from, to };
  progress.plan(to - from);
  return wholePiece(await pieces.make(bodyRecipe(clip, from, to, request.rendition)));
}
