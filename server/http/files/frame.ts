import { type Request, type Response, Router } from 'express';
import { fileNameOf } from '../../../shared/file-name.ts';
import type { FramedFilm, FramePlaylist } from '../../../shared/frame.ts';
import { framedFilmSchema } from '../../../shared/schemas/frame.ts';
import type { FilmRef } from '../../../shared/schemas/share.ts';
import type { SharedKind } from '../../../shared/shared-page.ts';
import type { Deps } from '../../composition/deps.ts';
import { findFramedAlbums } from '../../features/albums/published.ts';
import { recordLastSeen, openFrame, type OpenFrame } from '../../features/frames/frames.ts';
import { findFramedVideos } from '../../features/generation/published.ts';
import { fileToSend, type OwnFilm, publishedFile } from '../../features/media/published.ts';
import { entitledRendition } from '../../features/media/entitlement.ts';
import { videoKey } from '../../features/media/keys.ts';
import { AppError } from '../../platform/errors.ts';
import { etagOf } from '../responses/etag.ts';
import { createLimitReporter } from '../responses/limit-headers.ts';
import { sendMedia } from './media.ts';

type FrameDeps = Pick<Deps, 'db' | 'storage' | 'limiters'>;

/**
 * The playlist of a frame and its films (GET and HEAD), in the rendition that the owner is currently entitled to. The
 * frame's secret acts on behalf of its owner. Answers `frame_not_found` for a secret that is wrong or was stopped.
 */
export function frames(deps: FrameDeps): Router {
  const router = Router();
  router.get('/:secret', async (req, res) => {
    const frame = await opened(deps, req, res);
    await recordLastSeen(deps.db, req.params.secret);
    const playlist: FramePlaylist = { dim: frame.dim, films: await playlistOf(deps, frame) };
    res.json(playlist);
  });
  router.get('/:secret/:kind/:id', async (req, res) => {
    const frame = await opened(deps, req, res);
    const film = await findFramed(deps, frame, framedFilmSchema.parse(req.params));
    if (!film) throw new AppError('not_found');
    const { prefix, name, taskIds } = film;
    const published = { ownerId: frame.userId, prefix, taskIds, name: name ? fileNameOf(name) : 'memori' };
    const file = await publishedFile(deps.db, published, 'video');
    await sendMedia(deps.storage, req, res, await fileToSend(deps.db, file), 'inline');
  });
  return router;
}

/** Only failures count against the address's limit: frames poll every minute, and secrets can't be guessed. */
async function opened(deps: FrameDeps, req: Request<{ secret: string }>, res: Response): Promise<OpenFrame> {
  const frame = await openFrame(deps.db, req.params.secret);
  if (frame) return frame;
  await deps.limiters.anonymous.take(req.ip ?? 'unknown', createLimitReporter(res));
  throw new AppError('frame_not_found');
}

const find = { video: findFramedVideos, album: findFramedAlbums } as const satisfies Record<
  SharedKind,
  unknown
>;

/** One of the films that a frame is to show; null for any other. */
async function findFramed(
  { db }: FrameDeps,
  { userId, films }: OpenFrame,
  { kind, id }: FilmRef,
): Promise<OwnFilm | null> {
  const isIncluded = films ? films.some((film) => film.kind === kind && film.id === id) : kind === 'video';
  return (isIncluded && (await find[kind](db, userId, [id]))[0]) || null;
}

/** In the chosen order, else newest first; films that are gone are left out. */
async function playlistOf({ db }: FrameDeps, { userId, films }: OpenFrame): Promise<FramedFilm[]> {
  const rendition = await entitledRendition(db, userId);
  const idsOf = (kind: SharedKind) => films?.filter((film) => film.kind === kind).map(({ id }) => id) ?? null;
  const videos = await findFramedVideos(db, userId, idsOf('video'));
  const albums = films ? await findFramedAlbums(db, userId, idsOf('album') ?? []) : [];
  const present =
    (kind: SharedKind) =>
    (film: OwnFilm): FramedFilm => ({
      kind,
      id: film.id,
      name: film.name,
      version: etagOf(videoKey(film.prefix, rendition)).replaceAll('"', ''),
    });
  const found = [...videos.map(present('video')), ...albums.map(present('album'))];
  if (!films) return found;
  return films.flatMap(({ kind, id }) => found.filter((film) => film.kind === kind && film.id === id));
}
