import { type ErrorCode, errorCatalogue } from '#shared/errors.ts';

/**
 * A failure that may be reported to the client: its code determines the HTTP status and the message
 * (`shared/errors.ts`). Any other error is an internal fault and is reported as `internal_error`.
 */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  /** For status 429: whole seconds until a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** If several images were sent: which one the error is about, starting at 1. */
  readonly image: number | undefined;

  constructor(code: ErrorCode, options: ErrorOptions & { retryAfterSeconds?: number; image?: number } = {}) {
    super(errorCatalogue[code].text, options);
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.image = options.image;
  }

  /** The same error, attributed to one of several images. */
  ofImage(image: number): AppError {
    const { code, cause, retryAfterSeconds } = this;
    return new AppError(code, {
      cause,
      image,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    });
  }
}

/** A reason why Memori can't start that the operator can fix: the message is one clear line. */
export class StartError extends Error {
  override readonly name = 'StartError';
}
