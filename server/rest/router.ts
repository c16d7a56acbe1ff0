import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { docsRoutes } from './docs/routes.ts';
import { handlerOf } from './handler.ts';
import { mailRoutes } from './mail.ts';
import { accountOperations } from './operations/account.ts';
import { albumOperations } from './operations/album.ts';
import { authOperations } from './operations/auth.ts';
import { creditsOperations } from './operations/credits.ts';
import type { Operation } from './operations/operation.ts';
import { tokenOperations } from './operations/tokens.ts';
import { webhookOperations } from './operations/webhooks.ts';
import { videoOperations } from './operations/video.ts';

/** The documented REST paths: serves every operation through the tRPC router's procedures. */
export function restRouter(deps: Deps): Router {
  const router = Router();
  const serve = (operations: readonly Operation[]) => {
    for (const { method, path, handle, ...rest } of operations) {
      if (handle) router[method](routeOf(path), handlerOf(deps, { ...rest, handle }));
    }
  };
  router.use(docsRoutes(deps));
  const operations = [
    ...videoOperations,
    ...albumOperations,
    ...authOperations,
    ...accountOperations,
    ...creditsOperations,
    ...tokenOperations,
    ...webhookOperations,
  ];
  router.use('/mail', mailRoutes(deps));
  serve(operations);
  return router;
}

/** Converts `/api/video/tasks/{taskId}` to an Express route below `/api`. */
const routeOf = (path: string): string => path.replace('/api', '').replaceAll(/\{(\w+)\}/g, ':$1');
