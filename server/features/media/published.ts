import { type Rendition, smallOf, type StoredRendition } from '../../../shared/renditions.ts';
import type { Tx } from '../../platform/db.ts';
import { entitledRendition } from './entitlement.ts';
import { posterKey, videoKey } from './keys.ts';

/** What stands behind a public path. */
export interface PublishedFile {
  /** The prefix of the run that made it, and which of its renditions it is. */
  prefix: string;
  rendition: Rendition;
  /** That rendition, or its small version. */
  stored: StoredRendition;
  /** Where the bytes lie in the storage; an object there never changes. */
  storageKey: string;
  contentType: 'video/mp4' | 'image/jpeg';
  /** The name under which a browser saves it. */
  filename: string;
}

/** One of a user's finished films, as it is found for its owner: whether it is shared does not matter. */
export interface OwnFilm {
  id: string;
  name: string | null;
  /** The storage prefix of what is played. */
  prefix: string;
}

/** `small`: the version for messengers, where the film is too large for them. */
export type PublishedPart = 'video' | 'small' | 'poster';

/** The rendition, of what one run made under `prefix`, that its owner may have at this moment. */
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

/** Each file that a run has made is written down with its end. */
async function isStored(
  db: Pick<Tx, 'provenance'>,
  prefix: string,
  rendition: StoredRendition,
): Promise<boolean> {
  return (await db.provenance.count({ where: { prefix, rendition } })) > 0;
}
