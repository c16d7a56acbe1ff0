import type { FfmpegFailure } from '../ffmpeg/ffmpeg.ts';

/** Why a job ended without a result, as far as it can be sent between processes. */
export interface JobFailure {
  readonly reason: 'unreadable-photo' | 'internal' | FfmpegFailure;
  readonly message: string;
  /** A stack, or the tail of ffmpeg's output. */
  readonly detail: string;
}

/** A job ended without a result. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly reason: JobFailure['reason'] | 'aborted' | 'crashed';
  readonly detail: string;
  constructor(reason: RenderError['reason'], message: string, detail = '', options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.detail = detail;
  }
}
