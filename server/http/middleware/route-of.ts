import type { Request } from 'express';

/** The matched route pattern: raw paths would create a time series, and a span name, for every id. */
export function routeOf(req: Request): string {
  const route = req.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? `${req.baseUrl}${route.path}` : req.baseUrl || 'other';
}
