import type { Request } from 'express';
import { type ErrorBody, type ErrorCode, errorBody, errorCatalogue } from '#shared/errors.ts';

/** Where an error is documented. */
const docOf = (code: ErrorCode, publicUrl: string): string => `${publicUrl}/api/docs#${code}`;

/** An error's body with the address of its documentation. */
export const documentedError = (
  code: ErrorCode,
  publicUrl: string,
  image?: number,
): ErrorBody & { doc: string } => ({ ...errorBody(code, image), doc: docOf(code, publicUrl) });

/** An error as RFC 9457 problem details: the same text and code, with a link to its documentation as `type`. */
export function problemOf(code: ErrorCode, publicUrl: string, image?: number): object {
  const { status, text } = errorCatalogue[code];
  const { requiresPayment } = errorBody(code);
  return {
    type: docOf(code, publicUrl),
    title: text,
    status,
    code,
    ...(requiresPayment && { requiresPayment }),
    ...(image !== undefined && { image }),
  };
}

/** True if the caller prefers problem details; our own error format is the default. */
export const wantsProblem = (req: Pick<Request, 'accepts'>): boolean =>
  req.accepts(['application/json', 'application/problem+json']) === 'application/problem+json';
