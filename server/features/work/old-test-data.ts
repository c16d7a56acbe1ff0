import { programLimits } from '../../../shared/program-limits.ts';
import type { Db } from '../../platform/db.ts';
import type { Work } from './work.ts';

/**
 * Marks test users' items that are older than a day as deleted, so that the next `emptyTrash` removes them. Unfinished
 * ones follow after their end.
 */
export async function discardOldTestData({ table, life }: Work, db: Db, now = Date.now()): Promise<void> {
  await table(db).updateManyAndReturn({
    where: {
      user: { testOf: { not: null } },
      status: { in: life.final },
      createdAt: { lt: new Date(now - programLimits.tokens.testHours * 3_600_000) },
      deletedAt: null,
    },
    // Far enough in the past that it can't be restored.
    data: { deletedAt: new Date(0) },
  });
}
