import { type Rendition, smallOf, type StoredRendition } from '../../../shared/renditions.ts';
import type { Db, Tx } from '../../platform/database/db.ts';
import { entitledRendition, renditionToSend } from './entitlement.ts';
import { posterKey, videoKey } from './keys.ts';

/** A film of which a file is served. */
interface PublishedFilm {
  ownerId: string;
  /** The storage prefix of the run that made it. */
  prefix: string;
  /** For the names of downloads. */
  name: string;
  /** The videos that it shows: itself, or those of an album. */
  taskIds: readonly string[];
}

/** The file behind a public path. */
export interface PublishedFile {
  film: PublishedFilm;
  part: PublishedPart;
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
  /** The videos that it shows: itself, or those of an album. */
  taskIds: readonly string[];
}

/** `small`: the version for messengers, if the film is too large for them. */
export type PublishedPart = 'video' | 'small' | 'poster';

/**
 * A film's file in the rendition that the owner is currently entitled to, to be described. What is sent must go by
 * `fileToSend`.
 */
export async function publishedFile(
  db: Pick<Tx, 'purchase' | 'provenance'>,
  film: PublishedFilm,
  part: PublishedPart,
): Promise<PublishedFile> {
  return fileOf(db, film, part, await entitledRendition(db, film.ownerId));
}

/** The file to send for this one: the same, unless it is a clean film whose delivery can't be recorded any more. */
export async function fileToSend(db: Db, file: PublishedFile): Promise<PublishedFile> {
  const { film, part } = file;
  const rendition = await renditionToSend(db, film.ownerId, film.taskIds);
  return rendition === file.rendition ? file : fileOf(db, film, part, rendition);
}

async function fileOf(
  db: Pick<Tx, 'provenance'>,
  film: PublishedFilm,
  part: PublishedPart,
  rendition: Rendition,
): Promise<PublishedFile> {
  const { prefix, name } = film;
  const run = { film, part, prefix, rendition, stored: rendition };
  if (part === 'poster') {
    const storageKey = posterKey(prefix, rendition);
    return { ...run, storageKey, contentType: 'image/jpeg', filename: `${name}.jpg` };
  }
  const small = smallOf(rendition);
  if (part === 'small' && (await isStored(db, prefix, small))) {
    const storageKey = videoKey(prefix, small);
    return { ...run, stored: small, storageKey, contentType: 'video/mp4', filename: `${name}-small.mp4` };
  }
  return {
    ...run,
    storageKey: videoKey(prefix, rendition),
    contentType: 'video/mp4',
    filename: `${name}.mp4`,
  };
}

/** Every stored file has a provenance record, written when its run ended. */
async function isStored(
  db: Pick<Tx, 'provenance'>,
  prefix: string,
  rendition: StoredRendition,
): Promise<boolean> {
  return (await db.provenance.count({ where: { prefix, rendition } })) > 0;
}
