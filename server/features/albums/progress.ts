import type { Db } from '../../platform/db.ts';
import { publish } from '../../platform/events.ts';
import { createLatestWriter, type LatestWriter } from '../../platform/latest-writer.ts';
import type { Logger } from '../../platform/logger.ts';

/** Writes a run's progress (0 to 1) to its album and tells the watchers. A failed write is logged and forgotten. */
export function createProgressWriter(
  db: Db,
  { id, userId }: { id: string; userId: string },
  logger: Logger,
): LatestWriter<number> {
  return createLatestWriter({
    async save(progress) {
      // GREATEST: a second run starts anew, but what the owner sees never goes backwards.
      const changed = await db.$executeRaw`
        UPDATE album SET progress = GREATEST(progress, ${progress}::float8)
        WHERE id = ${id} AND status = 'processing'`;
      if (changed > 0) await publish(db, { userId, topic: 'album', id });
    },
    onError: (error) => logger.warn({ err: error, albumId: id }, 'progress could not be written'),
  });
}
