import type { RequestHandler } from 'express';

/**
 * Answers of the API are their caller's own: no cache keeps them, whatever lies between. What is public sets a
 * `Cache-Control` of its own later.
 */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
