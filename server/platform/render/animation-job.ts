import { join } from 'node:path';
import { limits } from '../../../shared/limits.ts';
import { estimateDepth } from '../../../shared/motion/depth.ts';
import type { RgbPicture } from '../../../shared/motion/plane.ts';
import { type FfmpegProcess, startFfmpeg } from '../ffmpeg.ts';
import { sharp } from '../image.ts';
import { clipEncoding, type EncodingOptions, rawFrameInput } from './encoding.ts';
import { createFrameMarker } from './frame-marker.ts';
import { createFrameRenderer } from './frame-renderer.ts';
import { createKernel } from './kernel.ts';
import { decodePhoto, type FrameSize, frameSizeFor, readPhotoSize } from './photo.ts';
import { drawWatermark, type MarkPart, markPicture } from './watermark.ts';

export type RenditionName = 'clean' | 'watermarked';

/** One animation to make. Only plain data: it travels to a worker thread. */
export interface AnimationJob {
  readonly ffmpegPath: string;
  /** A prepared photo: an upright sRGB picture without metadata, aspect within 2:5 to 5:2. */
  readonly photoPath: string;
  /** Where the files go; must exist. */
  readonly workDir: string;
  /** Which renditions to make; at least one. */
  readonly renditions: readonly RenditionName[];
  /** Threads of each encoder; 0 leaves it to x264. */
  readonly encoderThreads: number;
}

export interface RenditionFiles {
  readonly video: string;
  readonly poster: string;
}

export interface AnimationOutput extends FrameSize {
  readonly frames: number;
  readonly renditions: Readonly<Partial<Record<RenditionName, RenditionFiles>>>;
}

export type JobStage = 'preparing' | 'analyzing' | 'generating' | 'effects' | 'finalizing';

export interface JobObserver {
  /** `progress` is 0 to 1 and never falls. */
  onProgress(stage: JobStage, progress: number): void;
  /** Tells which child processes run, so that they can be ended even if this thread can't do it any more. */
  onChild(pid: number, running: boolean): void;
}

/** The photo can't be decoded. */
export class UnreadablePhotoError extends Error {
  override readonly name = 'UnreadablePhotoError';
}

export const frameCount = limits.video.seconds * limits.video.framesPerSecond;

const encodings: Record<RenditionName, Omit<EncodingOptions, 'threads'>> = {
  clean: { preset: 'veryfast', quality: 18 },
  watermarked: { preset: 'veryfast', quality: 20 },
};

/** Frames that may wait for the encoders: enough that both never starve, few enough that memory stays small. */
const ringSize = 4;
const kernelMegabytes = 128;
const timeLimitSeconds = 120;
const maxOutputBytes = 64 * 1024 * 1024;
const maxAllocationBytes = 64 * 1024 * 1024;
/** Share of the whole that each part ends at. */
const milestones = { decoded: 0.04, analyzed: 0.1, generated: 0.92, marked: 0.95 } as const;

/**
 * Makes one animation: decodes the photo, estimates its depth, draws 150 frames and encodes each rendition from the
 * same frames in one pass. Throws UnreadablePhotoError, FfmpegError, or the signal's reason; ends its child processes
 * and leaves no finished file of a failed rendition.
 */
export async function runAnimationJob(
  job: AnimationJob,
  observer: JobObserver,
  signal: AbortSignal,
): Promise<AnimationOutput> {
  observer.onProgress('preparing', 0);
  const { size, frame, small } = await openPhoto(job.photoPath);
  signal.throwIfAborted();
  observer.onProgress('analyzing', milestones.decoded);
  const kernel = await createKernel(kernelMegabytes);
  const renderer = createFrameRenderer(kernel, frame, estimateDepth(small));
  const mark = job.renditions.includes('watermarked') ? drawWatermark(size) : [];
  const outputs = filesOf(job);
  observer.onProgress('generating', milestones.analyzed);

  const failed = new AbortController();
  const stop = AbortSignal.any([signal, failed.signal]);
  const progress = slowestOf(job.renditions, (frames) => {
    const share = frames / frameCount;
    observer.onProgress(
      'generating',
      milestones.analyzed + share * (milestones.generated - milestones.analyzed),
    );
  });
  const encoders = job.renditions.map((name) => ({
    name,
    process: startEncoder(job, name, size, outputs[name]!.video, stop, observer, (frames) =>
      progress(name, frames),
    ),
  }));
  const done = Promise.all(encoders.map(({ process }) => process.done));
  done.catch((error: Error) => failed.abort(error));

  const slots = encoders.map(({ name, process }) => ({
    process,
    mark: name === 'watermarked' ? createFrameMarker(kernel, size, mark) : undefined,
    frames: Array.from({ length: ringSize }, () => kernel.allocate(renderer.frameBytes)),
  }));
  const pending: Promise<unknown>[] = [];
  for (let n = 0; n < frameCount && !stop.aborted; n++) {
    const slot = n % ringSize;
    await pending[slot];
    const first = slots[0]!.frames[slot]!;
    renderer.draw(n / frameCount, first);
    for (const other of slots.slice(1)) {
      kernel.bytes(other.frames[slot]!, renderer.frameBytes).set(kernel.bytes(first, renderer.frameBytes));
    }
    for (const { mark: apply, frames } of slots) apply?.(frames[slot]!);
    pending[slot] = Promise.all(
      slots.map(({ process, frames }) => process.write(kernel.bytes(frames[slot]!, renderer.frameBytes))),
    );
    // Drawing holds the thread; the pipes only drain while it is free.
    await new Promise(setImmediate);
  }
  await Promise.all(pending);
  for (const { process } of encoders) process.end();
  observer.onProgress('effects', milestones.generated);
  await writePosters(outputs, frame, mark);
  observer.onProgress('finalizing', milestones.marked);
  // Both must have ended before the work folder is given back, whichever of them failed.
  await Promise.allSettled(encoders.map(({ process }) => process.done));
  await done;
  observer.onProgress('finalizing', 1);
  return { ...size, frames: frameCount, renditions: outputs };
}

async function openPhoto(path: string) {
  try {
    const size = frameSizeFor(await readPhotoSize(path));
    return { size, ...(await decodePhoto(path, size)) };
  } catch (cause) {
    throw new UnreadablePhotoError('The photo can not be decoded', { cause });
  }
}

function filesOf(job: AnimationJob): Partial<Record<RenditionName, RenditionFiles>> {
  return Object.fromEntries(
    job.renditions.map((name) => [
      name,
      { video: join(job.workDir, `${name}.mp4`), poster: join(job.workDir, `${name}.jpg`) },
    ]),
  );
}

function startEncoder(
  job: AnimationJob,
  name: RenditionName,
  size: FrameSize,
  output: string,
  signal: AbortSignal,
  observer: JobObserver,
  onFrames: (frames: number) => void,
): FfmpegProcess {
  const process = startFfmpeg({
    path: job.ffmpegPath,
    input: rawFrameInput(size),
    encode: clipEncoding({ ...encodings[name], threads: job.encoderThreads }),
    output,
    timeLimitSeconds,
    maxOutputBytes,
    maxAllocationBytes,
    signal,
    onFrames,
  });
  const { pid } = process;
  if (pid !== undefined) {
    observer.onChild(pid, true);
    process.done.catch(() => undefined).finally(() => observer.onChild(pid, false));
  }
  return process;
}

/** Reports how far the slowest of several encoders is. */
function slowestOf(
  names: readonly RenditionName[],
  report: (frames: number) => void,
): (name: RenditionName, frames: number) => void {
  const reached = new Map(names.map((name) => [name, 0]));
  return (name, frames) => {
    reached.set(name, frames);
    report(Math.min(...reached.values()));
  };
}

/** The first frame is the photo, so the posters are made from the photo itself. */
async function writePosters(
  { clean, watermarked }: AnimationOutput['renditions'],
  photo: RgbPicture,
  mark: readonly MarkPart[],
): Promise<void> {
  if (clean) await writePoster(photo, clean.poster);
  if (watermarked) await writePoster(markPicture(photo, mark), watermarked.poster);
}

async function writePoster({ data, width, height }: RgbPicture, path: string): Promise<void> {
  await sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 88 })
    .toFile(path);
}
