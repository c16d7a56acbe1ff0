import { type Rendition, smallOf, type StoredRendition } from '#shared/renditions.ts';
import type { FilmRef } from '#shared/schemas/share.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { etagOf } from '#server/platform/etag.ts';
import { recordDelivery } from './entitlement.ts';
import { findFilm, type FoundFilm } from './find-film.ts';
import { posterKey, videoKey } from './film-keys.ts';
import { findAsked, type WhoAsks } from './visibility.ts';

/** The file behind a public path. */
export interface PublishedFile {
  /** The prefix of the run that made it, and its rendition. */
  prefix: string;
  rendition: Rendition;
  /** That rendition, or its small version. */
  stored: StoredRendition;
  /** Its key in the storage; stored objects are immutable. */
  storageKey: string;
  contentType: 'video/mp4' | 'image/jpeg';
  /** The file name for downloads. */
  filename: string;
}

/** A user's finished film as looked up for its owner, shared or not. */
export interface OwnFilm {
  id: string;
  name: string | null;
  /** The storage prefix of the files that are played. */
  prefix: string;
}

/** `small`: the version for messengers, if the film is too large for them. */
export type PublishedPart = 'video' | 'small' | 'poster';

/**
 * A film as its public path finds it, in one query. Throws AppError `task_not_found` or `album_not_found`, also if whoever
 * asks may not see it.
 */
export async function findPublished(
  db: Pick<Tx, '$queryRaw'>,
  film: FilmRef,
  whoAsks: WhoAsks,
): Promise<FoundFilm> {
  const found = await findAsked(whoAsks, (viewer, own) => findFilm(db, film, viewer, own));
  if (!found) throw new AppError(film.kind === 'video' ? 'task_not_found' : 'album_not_found');
  return found;
}

/**
 * A film's file in the rendition that its owner is currently entitled to, to be described. What is sent must go by
 * `fileToSend`.
 */
export const publishedFile = (film: FoundFilm, part: PublishedPart): PublishedFile =>
  fileOf(film, part, film.paid ? 'clean' : 'watermarked');

/**
 * The film's file to send: the same, unless it is a clean film whose delivery can't be recorded any more. Where headers
 * are all that is sent, nothing is delivered.
 */
export async function fileToSend(
  { deps: { db }, sendsBytes }: { deps: { db: Db }; sendsBytes: (etag: string) => boolean },
  film: FoundFilm,
  part: PublishedPart,
): Promise<PublishedFile> {
  const described = publishedFile(film, part);
  if (!film.paid || !sendsBytes(etagOf(described.storageKey))) return described;
  const isClean = await recordDelivery(db, film.ownerId, film.taskIds);
  return fileOf(film, part, isClean ? 'clean' : 'watermarked');
}

function fileOf(film: FoundFilm, part: PublishedPart, rendition: Rendition): PublishedFile {
  const { prefix, fileName, stored: all } = film;
  if (part === 'poster') {
    const storageKey = posterKey(prefix, rendition);
    const filename = `${fileName}.jpg`;
    return { prefix, rendition, stored: rendition, storageKey, contentType: 'image/jpeg', filename };
  }
  const small = smallOf(rendition);
  const isSmall = part === 'small' && all.includes(small);
  const stored = isSmall ? small : rendition;
  const filename = isSmall ? `${fileName}-small.mp4` : `${fileName}.mp4`;
  return {
    prefix,
    rendition,
    stored,
    storageKey: videoKey(prefix, stored),
    contentType: 'video/mp4',
    filename,
  };
}
