import type { Db, Tx } from '#server/platform/database/db.ts';
import { workThrough } from '#server/platform/jobs/work-through.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { milliseconds } from '#shared/durations.ts';

// Files and rows can't be written in one transaction. So the removal of files that no row refers to is planned in the
// database first, and canceled in the transaction that makes a row refer to them: whatever dies in between, the plan
// remains, and nobody has to search the storage (decision 166).

/** Longer than it takes to store files and to commit the row that refers to them. */
const unclaimedAfterMilliseconds = milliseconds.hour;
/** A removal that takes longer than this was interrupted, and is repeated. */
const leaseMilliseconds = 600_000;

export interface RemovalDeps {
  db: Db;
  storage: Pick<Storage, 'remove'>;
}

/**
 * Plans the removal of everything under these prefixes, or of these keys, at `dueAt`: in an hour if left out, for files
 * that are about to be stored.
 */
export async function planRemoval(
  db: Tx,
  prefixes: readonly string[],
  dueAt = new Date(Date.now() + unclaimedAfterMilliseconds),
): Promise<void> {
  if (prefixes.length === 0) return;
  await db.$executeRaw`
    INSERT INTO file_removal (prefix, due_at) SELECT unnest(${prefixes}::text[]), ${dueAt}
    ON CONFLICT (prefix) DO UPDATE SET due_at = excluded.due_at, begun_at = NULL`;
}

/**
 * Cancels planned removals, in the transaction that makes a row refer to the files. Throws if one of them has begun: the
 * transaction must not commit.
 */
export async function cancelRemoval(tx: Tx, prefixes: readonly string[]): Promise<void> {
  const { count } = await tx.fileRemoval.deleteMany({
    where: { prefix: { in: [...prefixes] }, begunAt: null },
  });
  if (count < prefixes.length) throw new Error('files have been removed before they were referred to');
}

/** Removes files whose removal is planned, at once. If it fails, the plan remains. */
export async function removePlanned(
  { db, storage }: RemovalDeps,
  prefixes: readonly string[],
): Promise<void> {
  const planned = { prefix: { in: [...prefixes] } };
  const begunAt = new Date();
  await db.fileRemoval.updateMany({ where: planned, data: { begunAt } });
  for (const prefix of prefixes) await storage.remove(prefix);
  // Not of one that was planned anew meanwhile.
  await db.fileRemoval.deleteMany({ where: { ...planned, begunAt } });
}

/**
 * Carries out the removals that are due. Returns how many. Of a removal and the transaction that would cancel it, the
 * first wins: what is claimed here can't be canceled any more.
 */
export async function removeDueFiles(
  deps: RemovalDeps & { logger: Logger },
  now = Date.now(),
  signal?: AbortSignal,
): Promise<number> {
  const { db, logger } = deps;
  const [nowDate, interrupted] = [new Date(now), new Date(now - leaseMilliseconds)];
  const open = { OR: [{ begunAt: null }, { begunAt: { lt: interrupted } }] };
  return workThrough(
    { logger, signal },
    {
      read: (last: { prefix: string; dueAt: Date } | undefined, take) =>
        db.fileRemoval.findMany({
          where: {
            ...open,
            dueAt: { lte: nowDate, ...(last ? { gte: last.dueAt } : {}) },
            ...(last ? { NOT: { dueAt: last.dueAt, prefix: { lte: last.prefix } } } : {}),
          },
          orderBy: [{ dueAt: 'asc' }, { prefix: 'asc' }],
          take,
        }),
      async act({ prefix, dueAt }) {
        // Claimed only if it is still due: a cached piece, for example, may have been stored anew.
        const { count } = await db.fileRemoval.updateMany({
          where: { prefix, dueAt, ...open },
          data: { begunAt: nowDate },
        });
        if (count === 0) return false;
        await deps.storage.remove(prefix);
        await db.fileRemoval.deleteMany({ where: { prefix, begunAt: nowDate } });
        return true;
      },
      describe: ({ prefix }) => ({ prefix }),
    },
  );
}
