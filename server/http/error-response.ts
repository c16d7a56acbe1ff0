import type { ErrorRequestHandler, Request, Response } from 'express';
import { type ErrorCode, errorBody, errorCatalogue } from '../../shared/errors.ts';
import { isDatabaseUnavailable } from '../platform/database-errors.ts';
import { AppError } from '../platform/errors.ts';
import { problemOf, wantsProblem } from './problem.ts';
import { challengeOf, errorCodeOf, retryAfterOf } from './error-code.ts';

/** Answers with a catalogue error: its status, its body (a problem where that is asked for), and when another try is worth it. */
export function sendError(res: Response, code: ErrorCode, image?: number): void {
  const seconds = retryAfterOf(code);
  if (seconds !== undefined && !res.hasHeader('Retry-After')) res.setHeader('Retry-After', String(seconds));
  const challenge = challengeOf(code);
  if (challenge) res.setHeader('WWW-Authenticate', challenge);
  res.status(errorCatalogue[code].status);
  if (wantsProblem(res.req))
    res.type('application/problem+json').send(JSON.stringify(problemOf(code, image)));
  else res.json(errorBody(code, image));
}

/** The AppError at the root of an error that came through a tRPC caller, if there is one. */
function appErrorOf(error: unknown): AppError | null {
  if (error instanceof AppError) return error;
  return error instanceof Error && error.cause instanceof AppError ? error.cause : null;
}

/** What body-parser and Express's router throw for a bad request carries its own 4xx status. */
function clientErrorCode(error: unknown): ErrorCode | null {
  if (!(error instanceof Error) || !('status' in error) || typeof error.status !== 'number') return null;
  if (error.status === 413) return 'request_too_large';
  return error.status >= 400 && error.status < 500 ? 'invalid_request' : null;
}

/** Turns whatever a handler threw into the documented JSON body; logs what is a fault of ours. */
export const errorResponse: ErrorRequestHandler = (error: unknown, req: Request, res: Response, _next) => {
  const code = clientErrorCode(error) ?? errorCodeOf(error);
  // That the database is away is said once for all.
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
