import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { call } from './call.ts';

/** `/api/credits/…` */
export function creditRoutes(deps: Deps): Router {
  const router = Router();
  router.get(
    '/balance',
    call(deps, async (caller, _req, res) => res.json(await caller.credits.balance())),
  );
  return router;
}
