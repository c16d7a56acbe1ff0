import { programLimits } from '#shared/program-limits.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { RowJob } from './row-job.ts';
import { milliseconds } from '#shared/durations.ts';

/** The bound of one statement. */
const usersAtOnce = 100;

/**
 * Marks test users' items that are older than a day as deleted, so that the next `emptyTrash` removes them. Unfinished
 * ones follow after their end.
 */
export async function discardOldTestData(
  { table, life }: RowJob,
  db: Db,
  now = Date.now(),
  signal?: AbortSignal,
): Promise<void> {
  const createdAt = { lt: new Date(now - programLimits.tokens.testHours * milliseconds.hour) };
  for (let last = ''; ; ) {
    signal?.throwIfAborted();
    const users = await db.user.findMany({
      where: { testOf: { gt: last } },
      orderBy: { testOf: 'asc' },
      select: { id: true, testOf: true },
      take: usersAtOnce,
    });
    if (users.length === 0) return;
    await table(db).updateManyAndReturn({
      where: {
        userId: { in: users.map(({ id }) => id) },
        status: { in: life.final },
        createdAt,
        deletedAt: null,
      },
      // Far enough in the past that it can't be restored.
      data: { deletedAt: new Date(0) },
    });
    last = users.at(-1)?.testOf ?? '';
  }
}
