import type { RequestHandler } from 'express';
import { sendError } from '../responses/error-response.ts';

const known = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Passes on the methods that some path supports. Others, such as TRACE, get 404 like an unknown path. */
export const knownMethods: RequestHandler = (req, res, next) =>
  known.has(req.method) ? next() : sendError(res, 'not_found');

/**
 * Lets `If-None-Match` decide alone. Express and its file server send everything if the request also has `Cache-Control:
 * no-cache`; but that asks caches on the way to revalidate (RFC 9111, 5.2.1.4), which the condition does, and `fetch` adds
 * it to every request with a condition of its own.
 */
export const conditionalRequests: RequestHandler = (req, _res, next) => {
  if (req.headers['if-none-match'] !== undefined) delete req.headers['cache-control'];
  next();
};

/**
 * Keeps API answers, which belong to their caller, out of all caches. Public ones set their own `Cache-Control` later.
 */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
