import type { JobFailure } from './worker-messages.ts';

/** A job ended without a result. */
export class RenderError extends Error {
  override readonly name = 'RenderError';
  readonly reason: JobFailure['reason'] | 'crashed';
  readonly detail: string;
  constructor(reason: RenderError['reason'], message: string, detail = '', options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.detail = detail;
  }
}
