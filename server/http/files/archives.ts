import { Router } from 'express';
import { exportRefSchema } from '../../../shared/schemas/account.ts';
import type { Deps } from '../../composition/deps.ts';
import { findArchive } from '../../features/exports/request.ts';
import { sendMedia } from './media.ts';
import { personOf } from '../identity/viewer.ts';

/** `/api/account/export/{id}/memori.zip`: a user's archive, only for its owner's sessions and not for API tokens. */
export function archives(deps: Pick<Deps, 'db' | 'storage' | 'publicUrl' | 'sessions' | 'limiters'>): Router {
  const router = Router();
  router.get('/:id/memori.zip', async (req, res) => {
    const userId = await personOf(deps, req);
    const storageKey = await findArchive(deps.db, userId, exportRefSchema.parse(req.params).id);
    const file = { storageKey, contentType: 'application/zip', filename: 'memori.zip' };
    await sendMedia(deps.storage, req, res, file, 'attachment');
  });
  return router;
}
