import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import { type TaskGroup, withTaskGroup } from '#server/platform/concurrency/task-group.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { type Clip, type ClipIndex, readClip } from './clip.ts';
import type { FilmContext } from './context.ts';
import { countFrames, writePoster } from './decode.ts';
import { fitFilm } from './fit.ts';
import { chooseFrameSize, crossfadeFrames } from './standard-format.ts';
import { encodePiece } from './piece.ts';
import { bodyPiece, crossfadePiece, fittedPiece } from './piece-kinds.ts';
import { createProgress } from './progress.ts';
import { makeSoundtrack } from './soundtrack.ts';
import { type Segment, splice } from './splice.ts';
import type { Film, FilmMaker, FilmRequest } from './types.ts';

export interface FilmMakerOptions {
  readonly ffmpeg: Pick<Ffmpeg, 'path' | 'version'>;
  /** How many pieces of one film are made concurrently, each by an ffmpeg with one encoder thread. */
  readonly places?: number;
}

/** Each ffmpeg takes up to 200 MB. */
const maxPlaces = 4;

const { framesPerSecond } = limits.video;

/** The costs of copying a frame and of encoding a second of sound, in units of one encoded frame. */
const costs = { copiedFrame: 0.02, soundSecond: 0.6 } as const;

/**
 * Creates the film maker: copies everything outside crossfades and encodes the rest (decision 040). Every encoded piece
 * is stored in the request's cache, so that an interrupted film resumes where it stopped.
 */
export function createFilmMaker({
  ffmpeg,
  places = Math.min(maxPlaces, availableParallelism()),
}: FilmMakerOptions): FilmMaker {
  return {
    async make(request) {
      request.signal.throwIfAborted();
      try {
        return await withTaskGroup(request.signal, (tasks) => makeFilm(request, ffmpeg, tasks), places);
      } catch (error) {
        await Promise.all([request.output, request.poster].map((path) => rm(path, { force: true })));
        throw error;
      }
    },
    fit: (request) => fitFilm(ffmpeg.path, request),
  };
}

/** May leave the poster behind if it fails, but never a partial film. */
async function makeFilm(
  request: FilmRequest,
  ffmpeg: FilmMakerOptions['ffmpeg'],
  tasks: TaskGroup,
): Promise<Film> {
  const progress = createProgress(request.onProgress);
  const context: FilmContext = { request, ffmpeg, tasks, progress, pieces: new Map(), encodedFrames: 0 };
  const given = await Promise.all(
    request.clips.map(({ path, identity }) =>
      tasks.run(async () => ({ identity, index: await readClip(path) })),
    ),
  );
  const size = chooseFrameSize(given.map(({ index }) => index));
  planProgress(context, given, size);
  const clips = await Promise.all(given.map((clip) => inFrame(context, clip, size)));
  const [soundtrack, crossfades] = await Promise.all([
    // The longest task goes first, so that it isn't left running alone at the end.
    addMusic(context, framesOf(clips) / framesPerSecond),
    encodeCrossfades(context, clips, size),
    tasks.run(() => writePoster(context, clips[0]!.index)),
  ]);
  const bodies = await Promise.all(clips.map((_, i) => bodyOf(context, clips, i, crossfades)));
  await splice({
    segments: bodies.flatMap((body, i) => [body, ...crossfades.slice(i, i + 1).map(wholeOf)]),
    soundtrack,
    tags: { title: 'Memori', comment: request.note },
    output: request.output,
    onFrames: (copied) => progress.done(copied * costs.copiedFrame),
    signal: tasks.signal,
  });
  progress.finish();
  const copied = bodies.filter(({ path }, i) => path === clips[i]!.index.path);
  return {
    ...size,
    frames: framesOf(clips),
    way: copied.length > 0 ? 'smart' : 'full',
    copiedFrames: copied.reduce((sum, { from, to }) => sum + to - from, 0),
    encodedFrames: context.encodedFrames,
  };
}

/** Neighbours share the frames of their crossfade. */
function framesOf(clips: readonly Clip[]): number {
  return clips.reduce((sum, { index }) => sum + index.frames, 0) - (clips.length - 1) * crossfadeFrames;
}

function planProgress({ request, progress }: FilmContext, clips: readonly Clip[], size: FrameSize): void {
  const frames = framesOf(clips);
  for (const { index } of clips) if (!isInFrame(index, size)) progress.plan(index.frames);
  progress.plan((clips.length - 1) * crossfadeFrames + frames * costs.copiedFrame);
  if (request.music !== null) progress.plan((frames / framesPerSecond) * costs.soundSecond);
}

function isInFrame({ isStandard, width, height }: ClipIndex, size: FrameSize): boolean {
  return isStandard && width === size.width && height === size.height;
}

/** Returns the clip in the standard format and the film's frame size. */
async function inFrame(context: FilmContext, clip: Clip, size: FrameSize): Promise<Clip> {
  const { index } = clip;
  if (isInFrame(index, size)) return clip;
  const frames = index.isStandard ? index.frames : await context.tasks.run(() => countFrames(context, index));
  return encodePiece(context, fittedPiece(clip, size, frames, context.request.rendition));
}

/** Encodes the crossfades between neighbours. */
function encodeCrossfades(context: FilmContext, clips: readonly Clip[], size: FrameSize): Promise<Clip[]> {
  const pairs = clips.slice(1).map((to, i) => crossfadePiece(clips[i]!, to, size, context.request.rendition));
  return Promise.all(pairs.map((piece) => encodePiece(context, piece)));
}

async function addMusic(context: FilmContext, seconds: number): Promise<string | null> {
  const { music } = context.request;
  if (music === null) return null;
  const path = await context.tasks.run(() => makeSoundtrack(context, music, seconds));
  context.progress.done(seconds * costs.soundSecond);
  return path;
}

function wholeOf({ index }: Clip): Segment {
  return { path: index.path, from: 0, to: index.frames };
}

/** The part of a clip outside crossfades: copied, or re-encoded if a decoder set up for crossfades can't read it. */
async function bodyOf(
  context: FilmContext,
  clips: readonly Clip[],
  i: number,
  crossfades: readonly Clip[],
): Promise<Segment> {
  const clip = clips[i]!;
  const from = i === 0 ? 0 : crossfadeFrames;
  const to = clip.index.frames - (i === clips.length - 1 ? 0 : crossfadeFrames);
  const { parameterSets } = (crossfades[0] ?? clip).index;
  if (clip.index.parameterSets === parameterSets) return { path: clip.index.path, from, to };
  context.progress.plan(to - from);
  return wholeOf(await encodePiece(context, bodyPiece(clip, from, to, context.request.rendition)));
}
