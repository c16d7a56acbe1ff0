import { Router } from 'express';
import type { MergeRequestInput } from '../../shared/schemas/album.ts';
import type { Deps } from '../deps.ts';
import { call } from './call.ts';
import { withWholeAddresses } from './whole-addresses.ts';

/** `/api/video/merge…`. A body is only called a request here: the procedure's schema decides whether it is. */
export function mergeRoutes(deps: Deps): Router {
  const router = Router();
  router.post(
    '/',
    call(deps, async (caller, req, res) =>
      res.status(202).json(await caller.album.create(req.body as MergeRequestInput)),
    ),
  );
  router.get(
    '/:mergeId',
    call(deps, async (caller, req, res) =>
      res.json(withWholeAddresses(await caller.album.status(ref(req)), deps.publicUrl)),
    ),
  );
  router.delete(
    '/:mergeId',
    call(deps, async (caller, req, res) => res.json(await caller.album.delete(ref(req)))),
  );
  return router;
}

const ref = (req: { params: Record<string, string | string[] | undefined> }) => ({
  mergeId: String(req.params['mergeId']),
});
