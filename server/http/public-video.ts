import { Router } from 'express';
import { taskIdSchema } from '../../shared/schemas/video.ts';
import type { Deps } from '../deps.ts';
import { findPublished } from '../features/generation/published.ts';
import { sendMedia } from './media.ts';

/** The public path of videos and posters, keyed by the unguessable task id (GET and HEAD). */
export function publicVideo({ db, storage }: Pick<Deps, 'db' | 'storage'>): Router {
  const router = Router();
  router.get('/:taskId', async (req, res) => {
    const file = await findPublished(db, taskIdSchema.parse(req.params.taskId), 'video');
    await sendMedia(storage, req, res, file, req.query['download'] ? 'attachment' : 'inline');
  });
  router.get('/:taskId/poster.jpg', async (req, res) => {
    const file = await findPublished(db, taskIdSchema.parse(req.params.taskId), 'poster');
    await sendMedia(storage, req, res, file, 'inline');
  });
  return router;
}
