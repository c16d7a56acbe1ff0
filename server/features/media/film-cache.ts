import { copyFile } from 'node:fs/promises';
import type { Db } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import type { FilmCache } from '#server/engine/join/types.ts';
import { type Storage, StorageNotFoundError } from '#server/providers/storage/types.ts';
import { planRemoval } from '../files/removals.ts';
import { milliseconds } from '#shared/durations.ts';

/** The folder of all cached pieces. */
export const filmCacheFolder = 'film-cache';

/** The prefix of all cached pieces of the user's films. */
export const filmCachePrefix = (userId: string): string => `${filmCacheFolder}/${userId}`;

/** Pieces are of use until their album is finished. */
const keepMilliseconds = milliseconds.day;

/**
 * A cache for pieces of one user's films, in the storage, so that another worker can reuse the pieces of a crashed one.
 */
export function createFilmCache({ db, storage }: { db: Db; storage: Storage }, userId: string): FilmCache {
  const objectKey = (key: string) => `${filmCachePrefix(userId)}/${key}.mp4`;
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
      await planRemoval(db, [objectKey(key)], new Date(Date.now() + keepMilliseconds));
      await storage.putFile(objectKey(key), copy);
    },
  };
}
