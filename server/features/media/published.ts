import { type Rendition, smallOf, type StoredRendition } from '../../../shared/renditions.ts';
import type { Tx } from '../../platform/db.ts';
import { entitledRendition } from './entitlement.ts';
import { posterKey, videoKey } from './keys.ts';

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

/** The file of the run under `prefix`, in the rendition that the owner is currently entitled to. */
export async function publishedFile(
  db: Pick<Tx, 'purchase' | 'provenance'>,
  { ownerId, prefix, name }: { ownerId: string; prefix: string; name: string },
  part: PublishedPart,
): Promise<PublishedFile> {
  const rendition = await entitledRendition(db, ownerId);
  const run = { prefix, rendition, stored: rendition };
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
