import { buffer } from 'node:stream/consumers';
import { type Request, type Response, Router } from 'express';
import { mergeIdSchema } from '../../../shared/schemas/album.ts';
import type { Provenance } from '../../../shared/schemas/provenance.ts';
import { taskIdSchema } from '../../../shared/schemas/video.ts';
import type { Deps } from '../../composition/deps.ts';
import { makeShareCard } from '../../engine/share-card.ts';
import { findPublishedAlbum, findAlbumProvenanceSource } from '../../features/albums/published.ts';
import { findPublished, findVideoProvenanceSource } from '../../features/generation/published.ts';
import { readProvenance, type ProvenanceSource } from '../../features/media/provenance.ts';
import { fileToSend, type PublishedFile, type PublishedPart } from '../../features/media/published.ts';
import type { WhoAsks } from '../../features/media/visibility.ts';
import { AppError } from '../../platform/errors.ts';
import type { Asker } from '../../platform/concurrency/shared-work.ts';
import { etagOf } from '../responses/etag.ts';
import { createLimitReporter } from '../responses/limit-headers.ts';
import { sendMedia } from './media.ts';
import { inOwnLine } from '../responses/own-line.ts';
import { viewerOf } from '../identity/viewer.ts';

type FilmDeps = Pick<Deps, 'db' | 'storage' | 'sessions' | 'publicUrl' | 'limiters' | 'checkFile' | 'cards'>;
/** How to look up one kind of film, with access control, and its provenance. */
interface FilmKind {
  ids: { parse(id: unknown): string };
  find(db: Deps['db'], id: string, part: PublishedPart, whoAsks: WhoAsks): Promise<PublishedFile>;
  provenanceSource(db: Deps['db'], id: string): Promise<ProvenanceSource>;
  /** The kind that unknown ids may name instead, for provenance only. */
  else?: FilmKind;
}

export const publicAlbum: FilmKind = {
  ids: mergeIdSchema,
  find: findPublishedAlbum,
  provenanceSource: findAlbumProvenanceSource,
};
export const publicVideo: FilmKind = {
  ...{ ids: taskIdSchema, find: findPublished, provenanceSource: findVideoProvenanceSource },
  else: publicAlbum,
};

/**
 * The public paths of one kind of film: the film, its poster, its share card and its provenance, keyed by the film's
 * unguessable id (GET and HEAD). To whom may not see it (`media/visibility.ts`), a film is answered like an unknown one.
 */
export function publicFilm(deps: FilmDeps, kind: FilmKind): Router {
  const { ids, find } = kind;
  const router = Router();
  const published = (req: Request<{ id: string }>, part: PublishedPart) =>
    find(deps.db, ids.parse(req.params.id), part, () => viewerOf(deps, req));
  router.get('/:id', async (req, res) => {
    const disposition = req.query['download'] ? 'attachment' : 'inline';
    const film = await published(req, filmPart(req));
    const file = req.method === 'HEAD' ? film : await fileToSend(deps.db, film);
    await sendMedia(deps.storage, req, res, { ...file, embeddable: true }, disposition);
  });
  router.get('/:id/poster.jpg', async (req, res) => {
    const poster = { ...(await published(req, 'poster')), embeddable: true };
    await sendMedia(deps.storage, req, res, poster, 'inline');
  });
  router.get('/:id/card.jpg', async (req, res) => {
    await deps.limiters.anonymous.take(req.ip ?? 'unknown', createLimitReporter(res));
    await sendCard(deps, req, res, await published(req, 'poster'));
  });
  router.get('/:id/provenance', async (req, res) => {
    await deps.limiters.anonymous.take(req.ip ?? 'unknown', createLimitReporter(res));
    res.set({ 'Cache-Control': 'private, no-cache', 'X-Robots-Tag': 'noindex' });
    res.json(await inOwnLine(req, res, (asker) => provenanceOf(deps, kind, req, asker)));
  });
  return router;
}

const filmPart = ({ query }: Pick<Request, 'query'>): PublishedPart =>
  query['size'] === 'small' ? 'small' : 'video';

/** The provenance of the file that is currently served; at a video's address, albums are found as well. */
async function provenanceOf(
  deps: FilmDeps,
  { ids, find, provenanceSource, else: other }: FilmKind,
  req: Request<{ id: string }>,
  asker: Asker,
): Promise<Provenance> {
  const id = ids.parse(req.params.id);
  try {
    const file = await find(deps.db, id, filmPart(req), () => viewerOf(deps, req));
    const credentials = await deps.checkFile(file.storageKey, asker);
    return { ...(await readProvenance(deps.db, await provenanceSource(deps.db, id), file)), credentials };
  } catch (error) {
    if (!other || !(error instanceof AppError && error.code === 'task_not_found')) throw error;
    return provenanceOf(deps, other, req, asker).catch((cause: unknown) => {
      throw cause instanceof AppError ? error : cause;
    });
  }
}

async function sendCard(
  { storage, cards }: FilmDeps,
  req: Request<{ id: string }>,
  res: Response,
  { storageKey }: PublishedFile,
): Promise<void> {
  if (!(await storage.stat(storageKey))) throw new AppError('not_found');
  res.set({
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'noindex',
    'Cross-Origin-Resource-Policy': 'cross-origin',
    ETag: etagOf(`card of ${storageKey}`),
  });
  if (req.fresh) return void res.status(304).end();
  const draw = async () => makeShareCard(await buffer(await storage.read(storageKey)));
  res.type('jpg').send(await inOwnLine(req, res, (asker) => cards(storageKey, asker, draw)));
}
