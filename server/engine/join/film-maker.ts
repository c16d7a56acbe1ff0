import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { chooseFrameSize } from '#shared/film/frame.ts';
import { spansOf } from '#shared/film/timeline.ts';
import { limits } from '#shared/limits.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import { type TaskGroup, withTaskGroup } from '#server/platform/concurrency/task-group.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { makeArrangedSound } from './arranged-sound.ts';
import { type Clip, type ClipIndex, readClip } from './clip.ts';
import type { FilmContext } from './context.ts';
import { countFrames, writePoster } from './decode.ts';
import { fitFilm } from './fit.ts';
import { crossfadeFrames } from './standard-format.ts';
import { makeOwnSong } from './own-song.ts';
import { encodePiece } from './piece.ts';
import { encodeBody, wholeOf } from './body.ts';
import { cardPiece, crossfadePiece, fittedPiece } from './piece-kinds.ts';
import { drawCaptionOf, drawCard } from './pictures.ts';
import { createProgress } from './progress.ts';
import { losslessEncoding, makeSoundtrack, soundEncoding } from './soundtrack.ts';
import type { Shown } from './shown.ts';
import { cuesOf } from './subtitles.ts';
import { addTextTracks, chaptersOf } from './text-tracks.ts';
import { makeVoicedSound } from './voiced-sound.ts';
import { type PlacedVoice, placeVoices } from './voices.ts';
import { splice } from './splice.ts';
import type { Film, FilmCard, FilmClip, FilmMaker, FilmRequest } from './types.ts';

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
  const given = await Promise.all(request.clips.map((item) => readItem(tasks, item)));
  const filmed = given.flatMap((item) => ('index' in item ? [item.index] : []));
  const size = chooseFrameSize(filmed, request.format ?? 'auto');
  planProgress(context, given, size);
  const clips = await Promise.all(given.map((item) => inFrame(context, item, size)));
  const captions = await Promise.all(request.clips.map((item) => drawCaptionOf(context, item, size)));
  const shown = clips.map((clip, i) => ({ clip, frames: request.clips[i]!.frames ?? clip.index.frames }));
  const shots = spansOf(shown.map(({ frames }) => frames));
  const voices = await placeVoices(request, shots);
  const [soundtrack, crossfades] = await Promise.all([
    // The longest task goes first, so that it isn't left running alone at the end.
    addSound(context, voices, framesOf(shown) / framesPerSecond),
    encodeCrossfades(context, shown, size),
    tasks.run(() => writePoster(context, clips[0]!.index)),
  ]);
  const bodies = await Promise.all(
    shown.map((clip, i) =>
      encodeBody(context, clip, {
        from: i === 0 ? 0 : crossfadeFrames,
        to: clip.frames - (i === shown.length - 1 ? 0 : crossfadeFrames),
        parameterSets: (crossfades[0] ?? clip.clip).index.parameterSets,
        caption: captions[i],
      }),
    ),
  );
  const segments = bodies.flatMap((body, i) => [...body, ...crossfades.slice(i, i + 1).map(wholeOf)]);
  const { output, workDir } = request;
  const cues = cuesOf(voices);
  const chapters = chaptersOf(request.clips, { shots, frames: framesOf(shown) });
  const hasTexts = cues.length + chapters.length > 0;
  const spliced = hasTexts ? join(workDir, 'spliced.mp4') : output;
  await splice({
    segments,
    soundtrack,
    tags: { title: 'Memori', comment: request.note },
    output: spliced,
    onFrames: (copied) => progress.done(copied * costs.copiedFrame),
    signal: tasks.signal,
  });
  if (hasTexts) {
    await tasks.run(() => addTextTracks(context, { film: spliced, chapters, cues, output }));
    await rm(spliced);
  }
  progress.finish();
  const paths = new Set(clips.map(({ index }) => index.path));
  const copied = segments.filter(({ path }) => paths.has(path));
  return {
    ...size,
    frames: framesOf(shown),
    way: copied.length > 0 ? 'smart' : 'full',
    copiedFrames: copied.reduce((sum, { from, to }) => sum + to - from, 0),
    encodedFrames: context.encodedFrames,
    shots,
  };
}

/** A clip that has been read, or a card that has yet to be drawn. */
type Given = Clip | FilmCard;

function readItem(tasks: TaskGroup, item: FilmClip | FilmCard): Promise<Given> {
  if (!('path' in item)) return Promise.resolve(item);
  const { path, identity } = item;
  return tasks.run(async () => ({ identity, index: await readClip(path) }));
}

/** Neighbours share the frames of their crossfade. */
function framesOf(shown: readonly Shown[]): number {
  return shown.reduce((sum, { frames }) => sum + frames, 0) - (shown.length - 1) * crossfadeFrames;
}

function planProgress({ request, progress }: FilmContext, given: readonly Given[], size: FrameSize): void {
  const own = given.map((item) => ('index' in item ? item.index.frames : item.frames));
  const shown = own.map((count, i) => request.clips[i]!.frames ?? count);
  const crossfaded = (given.length - 1) * crossfadeFrames;
  const frames = shown.reduce((sum, count) => sum + count, 0) - crossfaded;
  for (const [i, item] of given.entries())
    if (!('index' in item) || !isInFrame(item.index, size)) progress.plan(own[i]!);
  progress.plan(crossfaded + frames * costs.copiedFrame);
  if (hasSound(request)) progress.plan((frames / framesPerSecond) * costs.soundSecond);
}

function isInFrame({ isStandard, width, height }: ClipIndex, size: FrameSize): boolean {
  return isStandard && width === size.width && height === size.height;
}

/** Returns the clip or card in the standard format and the film's frame size. */
async function inFrame(context: FilmContext, item: Given, size: FrameSize): Promise<Clip> {
  const { request, tasks } = context;
  if (!('index' in item)) {
    const input = await drawCard(context, item, size);
    return encodePiece(context, cardPiece(input, item.frames, request.rendition));
  }
  const { index } = item;
  if (isInFrame(index, size)) return item;
  const frames = index.isStandard ? index.frames : await tasks.run(() => countFrames(context, index));
  return encodePiece(context, fittedPiece(item, size, frames, request));
}

/** Encodes the crossfades between neighbours. */
function encodeCrossfades(context: FilmContext, shown: readonly Shown[], size: FrameSize): Promise<Clip[]> {
  const pairs = shown.slice(1).map((to, i) => crossfadePiece(shown[i]!, to, size, context.request.rendition));
  return Promise.all(pairs.map((piece) => encodePiece(context, piece)));
}

const hasSound = ({ music, voices = [] }: FilmRequest): boolean => music !== null || voices.length > 0;

/** Makes the film's sound. Returns its path; null for a film without any. */
async function addSound(
  context: FilmContext,
  voices: readonly PlacedVoice[],
  seconds: number,
): Promise<string | null> {
  if (!hasSound(context.request)) return null;
  const path = await context.tasks.run(async () => {
    if (voices.length === 0) return addMusic(context, seconds, soundEncoding);
    const music = await addMusic(context, seconds, losslessEncoding);
    return makeVoicedSound(context, music, voices, seconds);
  });
  context.progress.done(seconds * costs.soundSecond);
  return path;
}

async function addMusic(
  context: FilmContext,
  seconds: number,
  encoding: readonly string[],
): Promise<string | null> {
  const { music } = context.request;
  if (music === null) return null;
  if (typeof music === 'string') return makeSoundtrack(context, music, seconds, encoding);
  if ('song' in music) return makeOwnSong(context, music, seconds, encoding);
  return makeArrangedSound(context, music, encoding);
}
