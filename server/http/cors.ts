import cors from 'cors';
import type { RequestHandler } from 'express';

/** What an answer of the API says in its headers, for programs to read. */
export const exposedHeaders = [
  ...['Idempotent-Replayed', 'Location', 'Preference-Applied', 'RateLimit', 'RateLimit-Policy'],
  ...['Retry-After', 'X-Next-Cursor', 'X-Request-Id'],
] as const;

/**
 * Lets pages of `origins` (CORS_ORIGINS) call the API with a token, as fetch's CORS protocol asks. Credentials are never
 * allowed, so no browser sends a cookie along or shows an answer to one. Without origins nothing is said, and browsers show
 * no answer to any other page.
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
