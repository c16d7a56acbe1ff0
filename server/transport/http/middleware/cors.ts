import cors from 'cors';
import type { RequestHandler } from 'express';

/** The API's response headers that pages of other origins may read. */
export const exposedHeaders = [
  ...['Idempotent-Replayed', 'Location', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy'],
  ...['Retry-After', 'X-Next-Cursor', 'X-Request-Id'],
] as const;

/**
 * Lets pages of `origins` (CORS_ORIGINS) call the API with a token, using CORS. Credentials are never allowed, so
 * browsers do not send cookies along. Without origins no CORS headers are sent, and browsers show answers to no other
 * origin.
 */
export function crossOrigin(origins: readonly string[]): RequestHandler {
  if (origins.length === 0) return (_req, _res, next) => next();
  return cors({
    origin: [...origins],
    methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    allowedHeaders: ['Accept', 'Authorization', 'Content-Type', 'Idempotency-Key', 'Prefer', 'trpc-accept'],
    exposedHeaders: [...exposedHeaders],
    maxAge: 600,
  });
}
