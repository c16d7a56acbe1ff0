import type { RequestHandler } from 'express';

/**
 * Keeps API answers, which belong to their caller, out of all caches. Public ones set their own `Cache-Control` later.
 */
export const noStore: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
