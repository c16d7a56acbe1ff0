import { copyFile } from 'node:fs/promises';
import { createId } from '../../platform/ids.ts';
import type { FilmCache } from '../../engine/join/types.ts';
import { type Storage, StorageNotFoundError } from '../../providers/storage/types.ts';

const cachePrefix = 'film-cache';

const ownerPrefix = (userId: string): string => `${cachePrefix}/${userId}`;

/** Pieces of one user's films, in the storage, so that another worker finds what a dead one had made. */
export function createFilmCache(storage: Storage, userId: string): FilmCache {
  const objectKey = (key: string) => `${ownerPrefix(userId)}/${key}.mp4`;
  return {
    async fetch(key, filePath) {
      try {
        await storage.fetchToFile(objectKey(key), filePath);
        return true;
      } catch (error) {
        if (error instanceof StorageNotFoundError) return false;
        throw error;
      }
    },
    async keep(key, filePath) {
      // The storage takes the file that it is given.
      const copy = `${filePath}.${createId()}`;
      await copyFile(filePath, copy);
      await storage.putFile(objectKey(key), copy);
    },
  };
}

/** Removes every piece of the user's films. */
export async function clearFilmCache(storage: Storage, userId: string): Promise<void> {
  await storage.remove(ownerPrefix(userId));
}

const keepMilliseconds = 24 * 60 * 60 * 1000;

/** Removes the pieces that are older than a day: by then their album has been made. Returns how many. */
export async function removeOldPieces(storage: Storage, now = Date.now()): Promise<number> {
  let removed = 0;
  for (const owner of await storage.list(cachePrefix)) {
    for (const key of await storage.list(owner)) {
      const piece = await storage.stat(key);
      if (!piece || piece.modifiedAt.getTime() > now - keepMilliseconds) continue;
      await storage.remove(key);
      removed += 1;
    }
  }
  return removed;
}
