import { limits } from '../../../shared/limits.ts';
import { filmNote } from '../render/encoding.ts';
import type { FrameSize } from '../render/photo.ts';
import { countFrames } from './check-clip.ts';
import { type ClipIndex, readClip } from './clip-index.ts';
import type { Crew } from './crew.ts';
import { chooseFrameSize } from './frame-size.ts';
import { crossfadeFrames } from './house-form.ts';
import type { PieceBench } from './piece-bench.ts';
import { writePoster } from './poster.ts';
import { createProgress, type Progress } from './progress.ts';
import { bodyRecipe, crossfadeRecipe, fitRecipe } from './recipes.ts';
import { makeSoundtrack } from './soundtrack.ts';
import { type Cut, splice } from './splice.ts';
import type { Film, FilmRequest } from './types.ts';
import { type FilmSource, makePiece, type Piece, type Recipe } from './video-piece.ts';

const { framesPerSecond } = limits.video;

/** What copying a frame and encoding a second of sound take, measured in frames to encode. */
const costs = { copiedFrame: 0.02, soundSecond: 0.6 } as const;

/** One film in the making. */
interface Making {
  readonly request: FilmRequest;
  readonly bench: PieceBench;
  readonly crew: Crew;
  readonly progress: Progress;
  /** The film's. */
  readonly size: FrameSize;
  /** Makes a piece of video as soon as there is a place for it. */
  readonly produce: (recipe: Recipe) => Promise<Piece>;
}

/**
 * Makes one film. Rejects with what went wrong first, maybe before the crew's other tasks have ended. May leave the
 * poster behind then, but no half film.
 */
export async function makeFilm(request: FilmRequest, bench: PieceBench, crew: Crew): Promise<Film> {
  const sources = await Promise.all(
    request.clips.map(({ path, identity }) =>
      crew.run(async () => ({ identity, index: await readClip(path) })),
    ),
  );
  const size = chooseFrameSize(sources.map(({ index }) => index));
  const progress = createProgress(request.onProgress);
  let encodedFrames = 0;
  const produce = (recipe: Recipe): Promise<Piece> =>
    crew.run(async () => {
      const piece = await makePiece(bench, recipe);
      encodedFrames += piece.encodedFrames;
      progress.done(recipe.frames);
      return piece;
    });
  const making = { request, bench, crew, progress, size, produce };
  planProgress(making, sources);
  const clips = await Promise.all(sources.map((source) => inFrame(making, source)));
  const frames = framesOf(clips);
  const [soundtrack, crossfades] = await Promise.all([
    record(making, frames / framesPerSecond),
    Promise.all(
      clips.slice(1).map((clip, i) => produce(crossfadeRecipe(clips[i]!, clip, size, request.rendition))),
    ),
    crew.run(() => writePoster(bench, clips[0]!.index, request.poster)),
  ]);
  const bodies = await Promise.all(clips.map((_, i) => bodyCut(making, clips, i, crossfades)));
  const cuts = bodies.flatMap((body, i) => [body, ...crossfades.slice(i, i + 1).map(wholePiece)]);
  await splice({
    cuts,
    soundtrack,
    tags: { title: request.title, comment: filmNote },
    output: request.output,
    onFrames: (copied) => progress.done(copied * costs.copiedFrame),
    signal: crew.signal,
  });
  const paths = new Set(clips.map(({ index }) => index.path));
  const copiedFrames = cuts.reduce((sum, { path, from, to }) => sum + (paths.has(path) ? to - from : 0), 0);
  return { ...size, frames, way: copiedFrames > 0 ? 'smart' : 'full', copiedFrames, encodedFrames };
}

/** Neighbours share the frames of their crossfade. */
function framesOf(clips: readonly FilmSource[]): number {
  return clips.reduce((sum, { index }) => sum + index.frames, 0) - (clips.length - 1) * crossfadeFrames;
}

function planProgress({ request, progress, size }: Making, sources: readonly FilmSource[]): void {
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
  { request, bench, crew, size, produce }: Making,
  source: FilmSource,
): Promise<FilmSource> {
  if (isInFrame(source.index, size)) return source;
  const frames = source.index.house
    ? source.index.frames
    : await crew.run(() => countFrames(bench, source.index));
  return produce(fitRecipe(source, size, frames, request.rendition));
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

/** What of a clip no crossfade touches: as it is, or encoded anew if a decoder of the crossfades couldn't read it. */
async function bodyCut(
  { request, produce }: Making,
  clips: readonly FilmSource[],
  i: number,
  crossfades: readonly Piece[],
): Promise<Cut> {
  const clip = clips[i]!;
  const from = i === 0 ? 0 : crossfadeFrames;
  const to = clip.index.frames - (i === clips.length - 1 ? 0 : crossfadeFrames);
  const { parameterSets } = (crossfades[0] ?? clip).index;
  if (clip.index.parameterSets === parameterSets) return { path: clip.index.path, from, to };
  return wholePiece(await produce(bodyRecipe(clip, from, to, request.rendition)));
}
