import type { RequestHandler } from 'express';
import { sendError } from './error-response.ts';

const known = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Lets pass the methods that some path answers to. Any other, TRACE for one, finds nothing anywhere: 404, as a path that is not there. */
export const knownMethods: RequestHandler = (req, res, next) =>
  known.has(req.method) ? next() : sendError(res, 'not_found');
