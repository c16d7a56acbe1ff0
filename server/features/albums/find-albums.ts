import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { type SizeColumns, type SharingColumns, sharingColumns } from '../media/film-columns.ts';
import type { PrintableFilm } from '../media/keepsakes.ts';
import type { OwnFilm } from '../media/published-file.ts';
import type { ProvenanceSource } from '../media/provenance.ts';
import { providersOf } from '../media/videos.ts';
import { albumsVisibleTo } from '../media/visibility.ts';

const taskIdsOf = ({ clips }: { clips: readonly { taskId: string }[] }): string[] =>
  clips.map(({ taskId }) => taskId);

/**
 * The data for an album's provenance record. Does not check access: callers do so with `findPublishedAlbum`. Throws
 * AppError `album_not_found`.
 */
export async function findAlbumProvenanceSource(db: Db, albumId: string): Promise<ProvenanceSource> {
  const album = await db.album.findUnique({ where: { id: albumId }, include: { clips: true } });
  if (!album) throw new AppError('album_not_found');
  const providers = await providersOf(db, taskIdsOf(album));
  return { kind: 'album', id: albumId, finishedAt: album.finishedAt, providers };
}

/** The data for an album's public page; null if there is no such finished and shared album. */
export async function findSharedAlbum(
  db: Db,
  albumId: string,
): Promise<(SharingColumns & SizeColumns & { name: string }) | null> {
  return db.album.findUnique({
    where: { ...albumsVisibleTo('link'), id: albumId, renditionPrefix: { not: null } },
    select: { ...sharingColumns, name: true, width: true, height: true },
  });
}

/**
 * The data to print one of the user's finished albums. Throws AppError `album_not_found`, also for somebody else's,
 * `film_hidden` and `album_not_ready`.
 */
export async function findPrintableAlbum(db: Db, userId: string, albumId: string): Promise<PrintableFilm> {
  const album = await db.album.findUnique({
    where: { ...albumsVisibleTo('print'), id: albumId, userId },
    select: { renditionPrefix: true, name: true },
  });
  if (!album) throw new AppError(await whyMissing(db, userId, [albumId]));
  if (!album.renditionPrefix) throw new AppError('album_not_ready');
  const { name, renditionPrefix: prefix } = album;
  return { kind: 'album', id: albumId, name, prefix };
}

/** The user's finished albums with these ids that may be used so, in any order. */
async function findOwnAlbums(
  db: Db,
  userId: string,
  albumIds: readonly string[],
  use: 'display' | 'new-film',
): Promise<OwnFilm[]> {
  const albums = await db.album.findMany({
    where: { ...albumsVisibleTo(use), userId, id: { in: [...albumIds] } },
    select: { id: true, name: true, renditionPrefix: true },
  });
  return albums.flatMap(({ id, name, renditionPrefix: prefix }) => (prefix ? [{ id, name, prefix }] : []));
}

/** The user's finished albums with these ids that a display may show, in any order. */
export const findDisplayedAlbums = (
  db: Db,
  userId: string,
  albumIds: readonly string[],
): Promise<OwnFilm[]> => findOwnAlbums(db, userId, albumIds, 'display');

/** Why some of these albums can't be used: one is gone, or all are there and one is hidden. */
async function whyMissing(
  db: Db,
  userId: string,
  albumIds: readonly string[],
): Promise<'album_not_found' | 'film_hidden'> {
  const finished = { id: { in: [...albumIds] }, renditionPrefix: { not: null }, userId };
  const there = await db.album.count({ where: { ...albumsVisibleTo('session'), ...finished } });
  return there < albumIds.length ? 'album_not_found' : 'film_hidden';
}

/** Throws AppError `album_not_found` or `film_hidden` unless each of these is a finished album for a display of the user. */
export async function requireFinishedAlbums(
  db: Db,
  userId: string,
  albumIds: readonly string[],
): Promise<void> {
  const found = await findOwnAlbums(db, userId, albumIds, 'new-film');
  if (found.length < albumIds.length) throw new AppError(await whyMissing(db, userId, albumIds));
}
