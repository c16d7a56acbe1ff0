import type { PgBoss } from 'pg-boss';
import type { Db } from '../../platform/db.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Storage } from '../../providers/storage/types.ts';
import { fail } from './end.ts';
import { idOf } from './run.ts';
import type { Work } from './work.ts';

export interface SweepDeps {
  db: Db;
  queue: PgBoss;
  logger: Logger;
}

/** Younger ones may be between two statements of somebody's transaction. */
const settledAfterMilliseconds = 60_000;

/**
 * Ends every unfinished row that no job of the queue stands for any more: the last net under retries and dead letters,
 * so that nothing ends in silence. Returns how many.
 */
export async function failAbandoned<Deps>(
  work: Work<Deps>,
  deps: SweepDeps & NoInfer<Deps>,
): Promise<number> {
  const settled = new Date(Date.now() - settledAfterMilliseconds);
  const where = { status: { in: work.life.unfinished }, createdAt: { lt: settled } };
  let failed = 0;
  for (const { id } of await work.table(deps.db).findMany({ where })) {
    if (await work.hasJob(deps.queue, id)) continue;
    if (!(await fail(work, deps, id, work.codes.failed))) continue;
    failed += 1;
    deps.logger.error(idOf(work, id), 'the queue had no job for it left, and it was ended');
  }
  return failed;
}

/** What no row claims after this long was left by a process that died half-way, or by a run that did not win. */
const orphanAfterMilliseconds = 3_600_000;

/** Removes stored files that no row knows. Returns how many prefixes and files. */
export async function removeOrphans(
  work: Work,
  { db, storage }: { db: Db; storage: Storage },
  now = Date.now(),
): Promise<number> {
  const cutoff = new Date(now - orphanAfterMilliseconds);
  let removed = 0;
  for (const prefix of await storage.list(work.folder)) {
    const id = prefix.slice(work.folder.length + 1);
    const inputKey = work.inputKey?.(id);
    const input = inputKey ? await storage.stat(inputKey) : null;
    if (input && input.modifiedAt > cutoff) continue;
    const row = await work.table(db).findUnique({ where: { id } });
    if (row && !(row.finishedAt && row.finishedAt < cutoff)) continue;
    const kept = new Set(row ? [inputKey, row.renditionPrefix] : []);
    for (const key of row ? await storage.list(prefix) : [prefix]) {
      if (kept.has(key)) continue;
      await storage.remove(key);
      removed += 1;
    }
  }
  return removed;
}
