import { type FrameSize, frameSizeFor } from '#shared/motion/frame-size.ts';
import {
  type AnalyzedJob,
  type AnimationOutput,
  frameCount,
  sampleSizeOf,
  type JobProgress,
  type JobStage,
} from './animation.ts';
import { type Encoders, startEncoders } from './encoding/encoders.ts';
import { createFrameMarker } from './frame-marker.ts';
import { createFrameRenderer, drawnTogether } from './frame-renderer.ts';
import { createKernel } from './kernel.ts';
import { type OpenPhoto, openPhoto } from './open-photo.ts';
import { readPhotoSize } from './seeing/photo.ts';
import { writePosters } from './posters.ts';
import { drawTestMark, drawWatermark, markedFaces, type MarkPart } from './watermark.ts';

/** The photo can't be decoded. */
export class UnreadablePhotoError extends Error {
  override readonly name = 'UnreadablePhotoError';
}

/** Groups of frames that may be queued for the encoders: while one is written, the next is drawn. */
const ringSize = 2;
const kernelMegabytes = 160;
/** Overall progress once the photo is open, once its depth is estimated, and once all frames are encoded. */
const milestones = { opened: 0.02, analyzed: 0.1, encoded: 0.97 } as const;

/**
 * Makes one animation: decodes the photo, estimates its depth, draws 150 frames and encodes each rendition from the
 * same frames in one pass. Throws UnreadablePhotoError, FfmpegError, or the signal's reason; when it settles, its child
 * processes have ended, and any file that exists is complete.
 */
export async function runAnimationJob(
  job: AnalyzedJob,
  onProgress: (progress: JobProgress) => void,
  signal: AbortSignal,
): Promise<AnimationOutput> {
  signal.throwIfAborted();
  const progress = createProgress(onProgress);
  progress.enter('preparing', 0);
  const size = frameSizeFor(await readable(readPhotoSize(job.photoPath)));
  // Started first, because ffmpeg's start costs nothing while the photo is being decoded.
  const encoders = startEncoders(job, size, signal, (frames) => {
    const share = (frames / frameCount) * (milestones.encoded - milestones.analyzed);
    progress.reach(milestones.analyzed + share);
  });
  try {
    progress.enter('analyzing', milestones.opened);
    const open = await readable(openPhoto(job));
    progress.enter('generating', milestones.analyzed);
    const mark = await markOf(job, size, open);
    await drawFrames(open, mark, encoders);
    // The encoders lag some frames behind and still report progress for them.
    progress.enter('effects');
    const outputSize = job.sample ? sampleSizeOf(size) : size;
    await writePosters(encoders.files, open.photo, mark, outputSize);
    progress.enter('finalizing');
    await encoders.finish();
    progress.reach(1);
    const { movement } = open.plan;
    return { ...outputSize, frames: frameCount, movement, steps: job.steps, renditions: encoders.files };
  } catch (error) {
    await encoders.abandon(error);
    throw error;
  }
}

/** The mark on the watermarked rendition, or the test mark on a sample. */
async function markOf(
  { sample, renditions }: AnalyzedJob,
  size: FrameSize,
  { scene }: OpenPhoto,
): Promise<MarkPart[]> {
  if (sample) return drawTestMark(size);
  return renditions.includes('watermarked') ? drawWatermark(size, markedFaces(scene)) : [];
}

interface Progress {
  /** Enters a new stage, at `share` of the whole or more. */
  enter(stage: JobStage, share?: number): void;
  /** Reports progress within the current stage. */
  reach(share: number): void;
}

/** Keeps progress monotonic: neither the stage nor the share ever goes backwards, whatever is reported. */
function createProgress(onProgress: (progress: JobProgress) => void): Progress {
  let current: JobStage = 'preparing';
  let done = 0;
  return {
    enter(stage, share = done) {
      current = stage;
      this.reach(share);
    },
    reach(share) {
      done = Math.max(done, share);
      onProgress({ stage: current, progress: done });
    },
  };
}

async function readable<T>(decoding: Promise<T>): Promise<T> {
  try {
    return await decoding;
  } catch (cause) {
    throw new UnreadablePhotoError('The photo can not be decoded', { cause });
  }
}

/** Draws every frame once and writes it to each encoder, with the mark where it belongs. Stops if an encoder stops. */
async function drawFrames(
  { photo, scene, plan }: OpenPhoto,
  mark: readonly MarkPart[],
  encoders: Encoders,
): Promise<void> {
  const kernel = await createKernel(kernelMegabytes);
  const renderer = createFrameRenderer(kernel, photo, scene, plan);
  const { frameBytes } = renderer;
  const marker = createFrameMarker(kernel, photo, mark);
  const lanes = encoders.inputs.map(({ name, write }) => ({
    write,
    finishFrame: name === 'watermarked' ? marker : undefined,
    ring: Array.from({ length: ringSize }, () => kernel.allocate(drawnTogether * frameBytes)),
  }));
  const written: Promise<unknown>[] = [];
  for (let n = 0, slot = 0; n < frameCount && !encoders.stopped.aborted; n += drawnTogether) {
    await written[slot];
    const offsets = Array.from({ length: Math.min(drawnTogether, frameCount - n) }, (_, k) => k * frameBytes);
    const bytes = offsets.length * frameBytes;
    const [first, ...copies] = lanes.map(({ ring }) => ring[slot]!);
    renderer.draw(offsets.map((offset, k) => ({ phase: (n + k) / frameCount, target: first! + offset })));
    for (const copy of copies) kernel.bytes(copy, bytes).set(kernel.bytes(first!, bytes));
    written[slot] = Promise.all(
      lanes.map(({ write, finishFrame, ring }) => {
        for (const offset of offsets) finishFrame?.(ring[slot]! + offset);
        return write(kernel.bytes(ring[slot]!, bytes));
      }),
    );
    slot = (slot + 1) % ringSize;
    // Drawing blocks this thread; the pipes drain only while the event loop runs.
    await new Promise(setImmediate);
  }
  await Promise.all(written);
  encoders.end();
}
