import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { limits } from '#shared/limits.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';
import { type FfmpegJob, startFfmpeg } from '../ffmpeg/process.ts';
import { withTaskGroup } from '#server/platform/concurrency/task-group.ts';
import { toHouseColours } from '../join/filters.ts';
import { type AnimationOutput, frameCount, type RenditionName } from '../animate/animation.ts';
import { encodings } from '../animate/encoding/encoders.ts';
import { clipEncoding } from '../animate/encoding/encoding.ts';
import { limitClipSize } from '../animate/encoding/limit-clip-size.ts';
import { type FrameSize, frameSizeFor } from '#shared/motion/frame-size.ts';
import { writePosters } from '../animate/posters.ts';
import { drawWatermark } from '../animate/watermark.ts';
import { type ClipExpectation, assertExpected } from './expectation.ts';
import { type ClipFacts, untrustedInput, inspectClip } from './inspect.ts';
import { overlayOf } from './overlay.ts';

export interface NormaliseRequest {
  /** The foreign clip. */
  readonly source: string;
  /** Output folder; used by this request alone. */
  readonly workDir: string;
  readonly expected: ClipExpectation;
  /** The files' machine-readable provenance note. */
  readonly note: string;
  /** 0 to 1; never falls. */
  readonly onProgress: (progress: number) => void;
  readonly signal: AbortSignal;
}

export interface ClipNormaliser {
  /**
   * Converts a foreign clip into the standard format: 150 frames at 25 a second, the shorter side 768 and its own
   * aspect, standard keyframes and colours, no sound, with and without the mark, plus posters. A clip that is slightly
   * too short or too long is slowed down or sped up to six seconds. Throws ClipError if it isn't an acceptable clip,
   * FfmpegError, or the signal's reason.
   */
  normalise(request: NormaliseRequest): Promise<AnimationOutput>;
}

const { framesPerSecond, seconds, shorterSide } = limits.video;
const bounds = {
  timeLimitSeconds: 180,
  maxOutputBytes: 64 * 1024 * 1024,
  maxAllocationBytes: 256 * 1024 * 1024,
};

/** Encoding keeps about two cores busy. */
const atOnce = Math.max(1, Math.floor(availableParallelism() / 2));

/** Normalises as many clips concurrently as the CPU allows; the others queue. `side` lets tests use smaller frames. */
export function createClipNormaliser(ffmpeg: { path: string }, side: number = shorterSide): ClipNormaliser {
  const turn = pLimit(atOnce);
  return {
    normalise: (request) =>
      turn(async () => {
        request.signal.throwIfAborted();
        const facts = await inspectClip({ ...request, ffmpegPath: ffmpeg.path });
        assertExpected(facts, request.expected);
        return encode(ffmpeg.path, request, facts, scaled(frameSizeFor(facts), side / shorterSide));
      }),
  };
}

function scaled({ width, height }: FrameSize, factor: number): FrameSize {
  const even = (value: number) => 2 * Math.round((value * factor) / 2);
  return { width: even(width), height: even(height) };
}

async function encode(
  ffmpegPath: string,
  request: NormaliseRequest,
  facts: ClipFacts,
  size: FrameSize,
): Promise<AnimationOutput> {
  const { workDir, signal } = request;
  const mark = await drawWatermark(size);
  const overlay = join(workDir, 'mark.rgba');
  await writeFile(overlay, overlayOf(mark, size));
  const source = await untrustedInput(request.source);
  const ours = `[0:v:0]${standardFormat(facts, size)}`;
  const video = (name: RenditionName) => join(workDir, `${name}.mp4`);
  const job = (name: RenditionName, input: string[], graph: string): FfmpegJob => ({
    path: ffmpegPath,
    ...bounds,
    input,
    output: video(name),
    encode: [
      ...['-filter_complex', graph, '-map', '[out]', '-frames:v', String(frameCount)],
      ...clipEncoding({ ...encodings[name], threads: 0, note: request.note }),
    ],
  });
  const jobs = [
    job('clean', source, `${ours}[out]`),
    job(
      'watermarked',
      [...source, ...rawRgba(overlay, size)],
      `${ours}[v];[v][1:v]overlay=format=yuv420[out]`,
    ),
  ];
  await runTogether(jobs, signal, (frames) => request.onProgress(Math.min(1, frames / frameCount)));
  for (const name of ['clean', 'watermarked'] as const)
    await limitClipSize(video(name), {
      ffmpegPath,
      signal,
      encoding: { ...encodings[name], threads: 0, note: request.note },
    });
  const files = (name: RenditionName) => ({ video: video(name), poster: join(workDir, `${name}.jpg`) });
  const renditions = { clean: files('clean'), watermarked: files('watermarked') };
  await writePosters(renditions, await firstFrame(ffmpegPath, request, video('clean'), size), mark);
  return { ...size, frames: frameCount, movement: null, steps: [], renditions };
}

/** Runs all jobs at once and resolves when all are done. If one fails, stops the others and throws its error. */
async function runTogether(
  jobs: readonly FfmpegJob[],
  signal: AbortSignal,
  onFrames: (fewest: number) => void,
): Promise<void> {
  const encoded = jobs.map(() => 0);
  await withTaskGroup(signal, async (tasks) => {
    for (const [index, job] of jobs.entries())
      void tasks.run(() => {
        const report = (frames: number) => {
          encoded[index] = frames;
          onFrames(Math.min(...encoded));
        };
        const ffmpeg = startFfmpeg({ ...job, signal: tasks.signal, onFrames: report });
        ffmpeg.end();
        return ffmpeg.done;
      });
  });
}

/** ffmpeg's filters from the foreign clip's frames to ours. Frame rates are blended to avoid stutter. */
function standardFormat(facts: ClipFacts, { width, height }: FrameSize): string {
  return [
    `setpts=(PTS-STARTPTS)*${(seconds / facts.seconds).toFixed(6)}`,
    `framerate=fps=${framesPerSecond}`,
    `scale=${width}:${height}:flags=lanczos:${toHouseColours(facts)},setsar=0,format=yuv420p`,
    'tpad=stop_mode=clone:stop_duration=1',
  ].join(',');
}

function rawRgba(path: string, { width, height }: FrameSize): string[] {
  const format = ['-f', 'rawvideo', '-pix_fmt', 'rgba', '-s', `${width}x${height}`];
  return [...format, '-r', String(framesPerSecond), '-i', `file:${path}`];
}

/** The frame for the posters: a provider's first frame may differ from the photo. */
async function firstFrame(
  ffmpegPath: string,
  { workDir, signal }: Pick<NormaliseRequest, 'workDir' | 'signal'>,
  video: string,
  size: FrameSize,
): Promise<RgbPicture> {
  const output = join(workDir, 'first.rgb');
  const ffmpeg = startFfmpeg({
    path: ffmpegPath,
    ...bounds,
    output,
    signal,
    input: ['-i', `file:${video}`],
    encode: ['-frames:v', '1', '-pix_fmt', 'rgb24', '-f', 'rawvideo'],
  });
  ffmpeg.end();
  await ffmpeg.done;
  return { ...size, data: await readFile(output) };
}
