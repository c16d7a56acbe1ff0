import { limits } from '#shared/limits.ts';
import type { CameraMovement, AnimationOptions } from '#shared/motion/movements.ts';
import type { Detection } from '#shared/vision/detect-people.ts';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { PreprocessedPhoto, PreprocessStep } from './seeing/preprocess.ts';

export type RenditionName = 'clean' | 'watermarked';

/** One animation to make. Plain data only, because it is sent to another process. */
export interface AnimationJob {
  readonly ffmpegPath: string;
  /** A prepared photo: an upright sRGB picture without metadata, aspect within 2:5 to 5:2. */
  readonly photoPath: string;
  /** Output folder; must exist. */
  readonly workDir: string;
  /** Which renditions to make; at least one. */
  readonly renditions: readonly RenditionName[];
  /** Seeds every random choice. The same photo, options and seed produce the same video. */
  readonly seed: number;
  readonly options: AnimationOptions;
  /** True for a half-size sample with TEST across it instead of any other mark. */
  readonly sample?: boolean;
  /** Threads of each encoder; 0 leaves it to x264. */
  readonly encoderThreads: number;
}

/** A photo that has been preprocessed (`preprocess`) and analyzed. */
export interface AnalyzedPhoto extends PreprocessedPhoto {
  readonly detection: Detection;
}

/** An animation whose photo has been preprocessed and analyzed. */
export interface AnalyzedJob extends AnimationJob, AnalyzedPhoto {
  readonly photoPath: string;
}

export interface RenditionFiles {
  readonly video: string;
  readonly poster: string;
}

export interface AnimationOutput extends FrameSize {
  readonly frames: number;
  /** The camera movement; null if another provider made the clip. */
  readonly movement: CameraMovement | null;
  /** Preprocessing steps applied to the photo. */
  readonly steps: readonly PreprocessStep[];
  readonly renditions: Readonly<Partial<Record<RenditionName, RenditionFiles>>>;
}

export type JobStage = 'preparing' | 'analyzing' | 'generating' | 'effects' | 'finalizing';

export interface JobProgress {
  readonly stage: JobStage;
  /** 0 to 1; never falls. */
  readonly progress: number;
}

/** The sample size for a frame of this size: half of it, with both sides even. */
export const sampleSizeOf = ({ width, height }: FrameSize): FrameSize => ({
  width: 2 * Math.round(width / 4),
  height: 2 * Math.round(height / 4),
});

/** Number of frames in every animation. */
export const frameCount = limits.video.seconds * limits.video.framesPerSecond;
