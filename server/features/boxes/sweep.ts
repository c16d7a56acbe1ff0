import { familyLimits } from '../../../shared/family-limits.ts';
import type { Db } from '../../platform/db.ts';
import type { Storage } from '../../providers/storage/types.ts';
import { boxesPrefix, boxPhotoKey, boxPhotoPrefix } from './keys.ts';

const dayMilliseconds = 86_400_000;
/** Newer files may belong to an uncommitted row. */
const orphanAfterMilliseconds = 3_600_000;

/**
 * Refuses photos that were not answered within 30 days, and removes every file that does not belong to a waiting photo.
 * Returns the number of removed files.
 */
export async function sweepBoxes(
  { db, storage }: { db: Db; storage: Storage },
  now = Date.now(),
): Promise<number> {
  const unanswered = new Date(now - familyLimits.box.keepDays * dayMilliseconds);
  await db.boxPhoto.updateMany({
    where: { status: 'waiting', createdAt: { lt: unanswered } },
    data: { status: 'refused', answeredAt: new Date(now) },
  });
  let removed = 0;
  for (const prefix of await storage.list(boxesPrefix)) {
    const id = prefix.slice(boxesPrefix.length + 1);
    const file = await storage.stat(boxPhotoKey(id));
    if (file && file.modifiedAt.getTime() > now - orphanAfterMilliseconds) continue;
    if ((await db.boxPhoto.count({ where: { id, status: 'waiting' } })) > 0) continue;
    await storage.remove(boxPhotoPrefix(id));
    removed += 1;
  }
  return removed;
}
