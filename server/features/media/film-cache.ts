import { copyFile } from 'node:fs/promises';
import { createId } from '../../platform/ids.ts';
import type { FilmCache } from '../../engine/join/types.ts';
import { type Storage, StorageNotFoundError } from '../../providers/storage/types.ts';

const cachePrefix = 'film-cache';

const ownerPrefix = (userId: string): string => `${cachePrefix}/${userId}`;

/**
 * A cache for pieces of one user's films, in the storage, so that another worker can reuse the pieces of a crashed one.
 */
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
      // A copy, because putFile consumes the given file.
      const copy = `${filePath}.${createId()}`;
      await copyFile(filePath, copy);
      await storage.putFile(objectKey(key), copy);
    },
  };
}

/** Removes all cached pieces of the user's films. */
export async function clearFilmCache(storage: Storage, userId: string): Promise<void> {
  await storage.remove(ownerPrefix(userId));
}

const keepMilliseconds = 24 * 60 * 60 * 1000;

/** Removes pieces older than a day, by when their album is finished. Returns how many. */
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
