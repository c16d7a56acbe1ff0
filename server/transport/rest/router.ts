import { Router } from 'express';
import type { Deps } from '#server/composition/deps.ts';
import { docsRoutes } from './docs/routes.ts';
import { handlerOf } from './handler.ts';
import { mailRoutes } from './mail.ts';
import { routes } from './operations.ts';

/** The REST paths: serves every operation with one through the tRPC router's procedures. */
export function restRouter(deps: Deps): Router {
  const router = Router();
  router.use(docsRoutes(deps));
  router.use('/mail', mailRoutes(deps));
  for (const { method, path, ...rest } of routes) router[method](routeOf(path), handlerOf(deps, rest));
  return router;
}

/** Converts `/api/video/tasks/{taskId}` to an Express route below `/api`. */
const routeOf = (path: string): string => path.replace('/api', '').replaceAll(/\{(\w+)\}/g, ':$1');
