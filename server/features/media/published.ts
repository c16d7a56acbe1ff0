import type { Rendition } from '../../../shared/renditions.ts';
import type { Tx } from '../../platform/db.ts';
import { entitledRendition } from './entitlement.ts';
import { posterKey, videoKey } from './keys.ts';

/** What stands behind a public path. */
export interface PublishedFile {
  /** The prefix of the run that made it, and which of its renditions it is. */
  prefix: string;
  rendition: Rendition;
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

export type PublishedPart = 'video' | 'poster';

/** The rendition, of what one run made under `prefix`, that its owner may have at this moment. */
export async function publishedFile(
  db: Pick<Tx, 'purchase'>,
  { ownerId, prefix, name }: { ownerId: string; prefix: string; name: string },
  part: PublishedPart,
): Promise<PublishedFile> {
  const rendition = await entitledRendition(db, ownerId);
  const run = { prefix, rendition };
  return part === 'video'
    ? { ...run, storageKey: videoKey(prefix, rendition), contentType: 'video/mp4', filename: `${name}.mp4` }
    : {
        ...run,
        storageKey: posterKey(prefix, rendition),
        contentType: 'image/jpeg',
        filename: `${name}.jpg`,
      };
}
