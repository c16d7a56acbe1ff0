import type { FfmpegFailure } from '../ffmpeg/ffmpeg.ts';
import type { AnalyzedJob, AnimationOutput, JobStage } from './animation.ts';

/** Messages from the server to its render worker. A worker runs one job at a time. */
export type ToWorker = { readonly type: 'run'; readonly job: AnalyzedJob } | { readonly type: 'abort' };

/** Why a job ended without a result, as far as it can be cloned between threads. */
export interface JobFailure {
  readonly reason: 'aborted' | 'unreadable-photo' | 'internal' | FfmpegFailure;
  readonly message: string;
  /** A stack, or the tail of ffmpeg's output. */
  readonly detail: string;
}

/** Messages from a render worker to the server. `done` and `failed` end the job; no child process is left then. */
export type FromWorker =
  | { readonly type: 'progress'; readonly stage: JobStage; readonly progress: number }
  | { readonly type: 'child'; readonly pid: number; readonly running: boolean }
  | { readonly type: 'done'; readonly output: AnimationOutput }
  | { readonly type: 'failed'; readonly failure: JobFailure };
