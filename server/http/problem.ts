import type { Request } from 'express';
import { type ErrorCode, errorBody, errorCatalogue } from '../../shared/errors.ts';

/** An error as RFC 9457 has it: the same words and code, with what it is about as `type`. */
export function problemOf(code: ErrorCode, image?: number): object {
  const { status, text } = errorCatalogue[code];
  const { requiresPayment } = errorBody(code);
  return {
    type: `/api/docs#${code}`,
    title: text,
    status,
    code,
    ...(requiresPayment && { requiresPayment }),
    ...(image !== undefined && { image }),
  };
}

/** True for a caller who would rather have problems than our own errors: whoever doesn't say so gets those. */
export const wantsProblem = (req: Pick<Request, 'accepts'>): boolean =>
  req.accepts(['application/json', 'application/problem+json']) === 'application/problem+json';
