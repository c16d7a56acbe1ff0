import { type ErrorCode, errorCatalogue } from '../../shared/errors.ts';

/**
 * A failure that the caller may see: its code decides the status and the words (`shared/errors.ts`).
 * Anything else that is thrown is a fault of ours and leaves the server as `internal_error`.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** With what is 429: whole seconds after which another try is worth it. */
  readonly retryAfterSeconds: number | undefined;
  /** Where several images were sent: which of them it is about, from 1. */
  readonly image: number | undefined;

  constructor(code: ErrorCode, options: ErrorOptions & { retryAfterSeconds?: number; image?: number } = {}) {
    super(errorCatalogue[code].text, options);
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.image = options.image;
  }

  /** The same failure, said of one of several images. */
  ofImage(image: number): AppError {
    const { code, cause, retryAfterSeconds } = this;
    return new AppError(code, {
      cause,
      image,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}
