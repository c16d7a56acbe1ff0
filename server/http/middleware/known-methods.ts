import type { RequestHandler } from 'express';
import { sendError } from '../responses/error-response.ts';

const known = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'OPTIONS']);

/** Passes on the methods that some path supports. Others, such as TRACE, get 404 like an unknown path. */
export const knownMethods: RequestHandler = (req, res, next) =>
  known.has(req.method) ? next() : sendError(res, 'not_found');
