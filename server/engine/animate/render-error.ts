import type { JobFailure } from './render-process.ts';

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
