import type { PgBoss } from 'pg-boss';
import { albumStatuses, isAlbumFinal } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import type { Logger } from '../../platform/logger.ts';
import { hasLiveJob } from '../../platform/queue.ts';
import type { Storage } from '../../providers/storage/types.ts';
import { failAlbum } from './finish.ts';
import { albumsPrefix } from './keys.ts';

interface SweepDeps {
  db: Db;
  queue: PgBoss;
  logger: Logger;
}

/** Younger albums may be between two statements of somebody's transaction. */
const settledAfterMilliseconds = 60_000;

/** Ends every unfinished album that no job of the queue stands for any more, as with tasks. Returns how many. */
export async function failAbandonedAlbums({ db, queue, logger }: SweepDeps): Promise<number> {
  const unfinished = albumStatuses.filter((status) => !isAlbumFinal(status));
  const settled = new Date(Date.now() - settledAfterMilliseconds);
  const albums = await db.album.findMany({
    where: { status: { in: unfinished }, createdAt: { lt: settled } },
    select: { id: true },
  });
  let failed = 0;
  for (const { id } of albums) {
    if (await hasLiveJob(queue, ['merge-album', 'merge-album-dead'], { albumId: id })) continue;
    if (!(await failAlbum(db, id, 'album_failed'))) continue;
    failed += 1;
    logger.error({ albumId: id }, 'an album had no job left and was ended');
  }
  return failed;
}

/** What lies beside an ended album after this long was left by a run that did not win. */
const orphanAfterMilliseconds = 3_600_000;

/** Removes stored files that no album knows: those of runs that did not win, and of albums that are gone. */
export async function removeOrphanedAlbumFiles(
  { db, storage }: { db: Db; storage: Storage },
  now = Date.now(),
): Promise<number> {
  let removed = 0;
  const cutoff = new Date(now - orphanAfterMilliseconds);
  for (const prefix of await storage.list(albumsPrefix)) {
    const album = await db.album.findUnique({ where: { id: prefix.slice(albumsPrefix.length + 1) } });
    if (!album) {
      await storage.remove(prefix);
      removed += 1;
    } else if (album.finishedAt && album.finishedAt < cutoff) {
      for (const key of await storage.list(prefix)) {
        if (key === album.runPrefix) continue;
        await storage.remove(key);
        removed += 1;
      }
    }
  }
  return removed;
}
