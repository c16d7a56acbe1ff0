import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { formDataOf, uploadPhoto } from '../http/upload.ts';
import { call, requireAdmission } from './call.ts';
import { withWholeAddresses } from './whole-addresses.ts';

/** `/api/video/…` */
export function videoRoutes(deps: Deps): Router {
  const router = Router();
  router.post(
    '/generate',
    requireAdmission(deps),
    uploadPhoto(deps),
    call(deps, async (caller, req, res) =>
      res.status(202).json(await caller.video.generate(await formDataOf(req))),
    ),
  );
  router.get(
    '/status/:taskId',
    call(deps, async (caller, req, res) => res.json(await caller.video.status(ref(req)))),
  );
  router.get(
    '/download/:taskId',
    call(deps, async (caller, req, res) => {
      res.json(withWholeAddresses(await caller.video.download(ref(req)), deps.publicUrl));
    }),
  );
  router.get(
    '/tasks',
    call(deps, async (caller, req, res) => {
      const { tasks, nextCursor } = await caller.video.tasks(req.query);
      if (nextCursor) res.set('X-Next-Cursor', nextCursor);
      res.json(tasks.map((task) => withWholeAddresses(task, deps.publicUrl)));
    }),
  );
  router.delete(
    '/tasks/:taskId',
    call(deps, async (caller, req, res) => res.json(await caller.video.delete(ref(req)))),
  );
  return router;
}

const ref = (req: { params: Record<string, string | string[] | undefined> }) => ({
  taskId: String(req.params['taskId']),
});
