import { limits } from '../../../shared/limits.ts';
import type { Db } from '../../platform/db.ts';
import type { Work } from './work.ts';

/**
 * Puts what test tokens have made longer than a day ago where the next `emptyTrash` removes it for good. What has not ended
 * goes after its end.
 */
export async function discardOldTests({ table, life }: Work, db: Db, now = Date.now()): Promise<void> {
  const users = await db.user.findMany({ where: { testOf: { not: null } }, select: { id: true } });
  await table(db).updateManyAndReturn({
    where: {
      userId: { in: users.map(({ id }) => id) },
      status: { in: life.final },
      createdAt: { lt: new Date(now - limits.tokens.testHours * 3_600_000) },
      deletedAt: null,
    },
    // So long ago that it can't be brought back.
    data: { deletedAt: new Date(0) },
  });
}
