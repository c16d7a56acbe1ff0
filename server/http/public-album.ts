import { Router } from 'express';
import { mergeIdSchema } from '../../shared/schemas/album.ts';
import type { Deps } from '../deps.ts';
import { findPublishedAlbum } from '../features/albums/published.ts';
import { sendMedia } from './media.ts';

/** The public path of albums and their posters, keyed by the unguessable id (GET and HEAD). */
export function publicAlbum({ db, storage }: Pick<Deps, 'db' | 'storage'>): Router {
  const router = Router();
  router.get('/:mergeId', async (req, res) => {
    const file = await findPublishedAlbum(db, mergeIdSchema.parse(req.params.mergeId), 'video');
    await sendMedia(storage, req, res, file, req.query['download'] ? 'attachment' : 'inline');
  });
  router.get('/:mergeId/poster.jpg', async (req, res) => {
    const file = await findPublishedAlbum(db, mergeIdSchema.parse(req.params.mergeId), 'poster');
    await sendMedia(storage, req, res, file, 'inline');
  });
  return router;
}
