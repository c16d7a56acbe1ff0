import { buffer } from 'node:stream/consumers';
import { type Request, type Response, Router } from 'express';
import type { Deps } from '../deps.ts';
import { makeShareCard } from '../engine/share-card.ts';
import type { PublishedFile, PublishedPart } from '../features/media/published.ts';
import type { Viewer } from '../features/media/sharing.ts';
import { AppError } from '../platform/errors.ts';
import { etagOf } from './etag.ts';
import { limitTeller } from './limit-headers.ts';
import { sendMedia } from './media.ts';
import { viewerOf } from './viewer.ts';

type FilmDeps = Pick<Deps, 'db' | 'storage' | 'sessions' | 'publicUrl' | 'limiters'>;
type Find = (db: Deps['db'], id: string, part: PublishedPart, viewer: Viewer) => Promise<PublishedFile>;

/**
 * The public path of one kind of film, its poster and the card of its link, keyed by the film's unguessable id (GET and HEAD).
 * What is not shared is answered like what is not there, but for its owner.
 */
export function publicFilm(deps: FilmDeps, ids: { parse(id: unknown): string }, find: Find): Router {
  const router = Router();
  const published = (req: Request<{ id: string }>, part: PublishedPart) =>
    find(deps.db, ids.parse(req.params.id), part, () => viewerOf(deps, req));
  router.get('/:id', async (req, res) => {
    const disposition = req.query['download'] ? 'attachment' : 'inline';
    await sendMedia(deps.storage, req, res, await published(req, 'video'), disposition);
  });
  router.get('/:id/poster.jpg', async (req, res) => {
    await sendMedia(deps.storage, req, res, await published(req, 'poster'), 'inline');
  });
  router.get('/:id/card.jpg', async (req, res) => {
    await deps.limiters.anonymous.take(req.ip ?? 'unknown', limitTeller(res));
    await sendCard(deps, req, res, await published(req, 'poster'));
  });
  return router;
}

async function sendCard(
  { storage }: FilmDeps,
  req: Request<{ id: string }>,
  res: Response,
  { storageKey }: PublishedFile,
): Promise<void> {
  if (!(await storage.stat(storageKey))) throw new AppError('not_found');
  res.set({
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'noindex',
    ETag: etagOf(`card of ${storageKey}`),
  });
  if (req.fresh) return void res.status(304).end();
  res.type('jpg').send(await makeShareCard(await buffer(await storage.read(storageKey))));
}
