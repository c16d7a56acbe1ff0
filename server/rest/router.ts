import { Router } from 'express';
import type { Deps } from '../composition/deps.ts';
import { docsRoutes } from './docs/routes.ts';
import { handlerOf } from './handler.ts';
import { mailRoutes } from './mail.ts';
import { operations } from './operations.ts';

/** The documented REST paths: serves every operation with one through the tRPC router's procedures. */
export function restRouter(deps: Deps): Router {
  const router = Router();
  router.use(docsRoutes(deps));
  router.use('/mail', mailRoutes(deps));
  for (const { method, path, handle, ...rest } of operations) {
    if (handle) router[method](routeOf(path), handlerOf(deps, { ...rest, handle }));
  }
  return router;
}

/** Converts `/api/video/tasks/{taskId}` to an Express route below `/api`. */
const routeOf = (path: string): string => path.replace('/api', '').replaceAll(/\{(\w+)\}/g, ':$1');
