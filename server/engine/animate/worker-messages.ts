import type { FfmpegFailure } from '../ffmpeg/ffmpeg.ts';
import type { SightedJob, AnimationOutput, JobStage } from './animation.ts';

/** What the server tells its render worker. A worker runs one job at a time. */
export type ToWorker = { readonly type: 'run'; readonly job: SightedJob } | { readonly type: 'abort' };

/** Why a job ended without a result, reduced to what survives the way between threads. */
export interface JobFailure {
  readonly reason: 'aborted' | 'unreadable-photo' | 'internal' | FfmpegFailure;
  readonly message: string;
  /** A stack, or the end of what ffmpeg said. */
  readonly detail: string;
}

/** What a render worker tells the server. `done` and `failed` end the job; no child process is left then. */
export type FromWorker =
  | { readonly type: 'progress'; readonly stage: JobStage; readonly progress: number }
  | { readonly type: 'child'; readonly pid: number; readonly running: boolean }
  | { readonly type: 'done'; readonly output: AnimationOutput }
  | { readonly type: 'failed'; readonly failure: JobFailure };
