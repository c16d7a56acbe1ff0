import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { SizeColumns } from '../media/frame-size.ts';
import type { PrintableFilm } from '../media/keepsakes.ts';
import { type OwnFilm, type PublishedFile, type PublishedPart, publishedFile } from '../media/published.ts';
import type { ProvenanceSource } from '../media/provenance.ts';
import { providersOf } from '../media/videos.ts';

import { isShared, type SharingColumns, sharingColumns, type Viewer } from '../media/sharing.ts';

/** Characters that would turn a file name into a path; replaced by `_`, as browsers do. */
const pathSeparators = /[/\\]/g;

/**
 * The file behind the public path of an album or its poster. Throws AppError `album_not_found`, also if it is not
 * shared and the viewer is not its owner.
 */
export async function findPublishedAlbum(
  db: Db,
  albumId: string,
  part: PublishedPart,
  viewer: Viewer,
): Promise<PublishedFile> {
  const album = await db.album.findUnique({
    where: { id: albumId, deletedAt: null },
    select: { ...sharingColumns, renditionPrefix: true, userId: true, name: true },
  });
  if (!album?.renditionPrefix || !(isShared(album) || (await viewer()) === album.userId))
    throw new AppError('album_not_found');
  const name = `${album.name.replaceAll(pathSeparators, '_')}-album`;
  return publishedFile(db, { ownerId: album.userId, prefix: album.renditionPrefix, name }, part);
}

/**
 * The data for an album's provenance record. Does not check access: callers do so with `findPublishedAlbum`. Throws
 * AppError `album_not_found`.
 */
export async function findAlbumProvenanceSource(db: Db, albumId: string): Promise<ProvenanceSource> {
  const album = await db.album.findUnique({ where: { id: albumId }, include: { clips: true } });
  if (!album) throw new AppError('album_not_found');
  const taskIds = album.clips.map(({ taskId }) => taskId);
  const providers = await providersOf(db, taskIds);
  return { kind: 'album', id: albumId, finishedAt: album.finishedAt, providers };
}

/** The data for an album's public page; null if there is no such finished and shared album. */
export async function findSharedAlbum(
  db: Db,
  albumId: string,
): Promise<(SharingColumns & SizeColumns & { name: string }) | null> {
  const album = await db.album.findUnique({
    where: { id: albumId, deletedAt: null, renditionPrefix: { not: null } },
    select: { ...sharingColumns, name: true, width: true, height: true },
  });
  return album && isShared(album) ? album : null;
}

/**
 * The data to print one of the user's finished albums. Throws AppError `album_not_found`, also for somebody else's, and
 * `album_not_ready`.
 */
export async function findPrintableAlbum(db: Db, userId: string, albumId: string): Promise<PrintableFilm> {
  const album = await db.album.findUnique({
    where: { id: albumId, userId, deletedAt: null },
    select: { renditionPrefix: true, name: true },
  });
  if (!album) throw new AppError('album_not_found');
  if (!album.renditionPrefix) throw new AppError('album_not_ready');
  return { kind: 'album', id: albumId, name: album.name, prefix: album.renditionPrefix };
}

/** The user's finished albums with these ids, in any order. */
export async function findOwnAlbums(db: Db, userId: string, albumIds: readonly string[]): Promise<OwnFilm[]> {
  const albums = await db.album.findMany({
    where: { userId, deletedAt: null, id: { in: [...albumIds] } },
    select: { id: true, name: true, renditionPrefix: true },
  });
  return albums.flatMap(({ id, name, renditionPrefix: prefix }) => (prefix ? [{ id, name, prefix }] : []));
}

/** Throws AppError `album_not_found` unless every id names a finished album of the user. */
export async function requireFinishedAlbums(
  db: Db,
  userId: string,
  albumIds: readonly string[],
): Promise<void> {
  const found = await findOwnAlbums(db, userId, albumIds);
  if (found.length < albumIds.length) throw new AppError('album_not_found');
}
