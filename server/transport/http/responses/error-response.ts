import type { ErrorRequestHandler, Request, Response } from 'express';
import { type ErrorCode, errorCatalogue } from '#shared/errors.ts';
import { isDatabaseUnavailable } from '#server/platform/database/errors.ts';
import { AppError } from '#server/platform/errors.ts';
import { documentedError, problemOf, wantsProblem } from './problem.ts';
import { challengeOf, errorCodeOf, retryAfterOf } from '#server/rpc/error-code.ts';

/** Answers with a catalogue error: its status, its body (as problem details if requested), and when to retry. */
export function sendError(res: Response, code: ErrorCode, image?: number): void {
  const seconds = retryAfterOf(code);
  if (seconds !== undefined && !res.hasHeader('Retry-After')) res.setHeader('Retry-After', String(seconds));
  const challenge = challengeOf(code);
  if (challenge) res.setHeader('WWW-Authenticate', challenge);
  res.status(errorCatalogue[code].status);
  const { publicUrl } = res.app.locals as { publicUrl: string };
  if (!wantsProblem(res.req)) {
    res.json(documentedError(code, publicUrl, image));
    return;
  }
  res.type('application/problem+json').send(JSON.stringify(problemOf(code, publicUrl, image)));
}

/** The AppError itself or wrapped by a tRPC caller; null if there is none. */
function appErrorOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause instanceof AppError ? error.cause : null;
}

/** body-parser and Express's router throw errors with a 4xx status for bad requests. */
function clientErrorCode(error: unknown): ErrorCode | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  if (error.status === 413) return 'request_too_large';
  return error.status >= 400 && error.status < 500 ? 'invalid_request' : null;
}

/** Turns anything a handler throws into the documented JSON body; logs internal errors. */
export const errorResponse: ErrorRequestHandler = (error: unknown, req: Request, res: Response, _next) => {
  const code = clientErrorCode(error) ?? errorCodeOf(error);
  // An unavailable database is logged once elsewhere.
  if (errorCatalogue[code].status >= 500 && !isDatabaseUnavailable(error))
    req.log.error({ err: error }, 'request failed');
  if (res.headersSent) {
    res.destroy();
    return;
  }
  const known = appErrorOf(error);
  const retryAfter = known?.retryAfterSeconds;
  if (retryAfter !== undefined) res.setHeader('Retry-After', String(retryAfter));
  sendError(res, code, known?.image);
};
