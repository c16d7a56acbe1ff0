import type { RequestHandler } from 'express';

/**
 * Lets `If-None-Match` decide alone. Express and its file server send everything if the request also has `Cache-Control:
 * no-cache`; but that asks caches on the way to revalidate (RFC 9111, 5.2.1.4), which the condition does, and `fetch` adds
 * it to every request with a condition of its own.
 */
export const conditionalRequests: RequestHandler = (req, _res, next) => {
  if (req.headers['if-none-match'] !== undefined) delete req.headers['cache-control'];
  next();
};
