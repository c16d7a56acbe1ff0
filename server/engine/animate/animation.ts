import { limits } from '../../../shared/limits.ts';
import type { CameraMovement, Wishes } from '../../../shared/motion/movements.ts';
import type { Sight } from '../../../shared/seeing/see.ts';
import type { FrameSize } from '../../../shared/motion/frame-size.ts';
import type { ReadyPhoto, ReadyStep } from './make-ready.ts';

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
  /** Decides what is left to chance. The same photo, wishes and seed give the same video. */
  readonly seed: number;
  readonly wishes: Wishes;
  /** True for a small one with TEST across it, in place of any other mark. */
  readonly sample?: boolean;
  /** Threads of each encoder; 0 leaves it to x264. */
  readonly encoderThreads: number;
}

/** A photo that has been made ready and looked at. */
export interface SeenPhoto extends ReadyPhoto {
  readonly sight: Sight;
}

/** An animation whose photo has been made ready and looked at. */
export interface SightedJob extends AnimationJob, SeenPhoto {
  readonly photoPath: string;
}

export interface RenditionFiles {
  readonly video: string;
  readonly poster: string;
}

export interface AnimationOutput extends FrameSize {
  readonly frames: number;
  /** What the camera does; null where another has made it. */
  readonly movement: CameraMovement | null;
  /** What was done to the photo first. */
  readonly steps: readonly ReadyStep[];
  readonly renditions: Readonly<Partial<Record<RenditionName, RenditionFiles>>>;
}

export type JobStage = 'preparing' | 'analyzing' | 'generating' | 'effects' | 'finalizing';

export interface JobObserver {
  /** `progress` is 0 to 1 and never falls. */
  onProgress(stage: JobStage, progress: number): void;
  /** Tells which child processes run, so that they can be ended even if this thread can't do it any more. */
  onChild(pid: number, running: boolean): void;
}

/** The size of a sample, for a frame of this size: half of it, both sides even. */
export const sampleSizeOf = ({ width, height }: FrameSize): FrameSize => ({
  width: 2 * Math.round(width / 4),
  height: 2 * Math.round(height / 4),
});

/** Frames of every animation. */
export const frameCount = limits.video.seconds * limits.video.framesPerSecond;
