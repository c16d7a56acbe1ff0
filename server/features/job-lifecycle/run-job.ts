import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { type EventHub, publish, watch } from '#server/platform/database/events.ts';
import { createId } from '#server/platform/ids.ts';
import { createLatestWriter } from '#server/platform/database/latest-writer.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { clearWorkDirs, openWorkDir } from '#server/platform/files/work-dir.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { cancelRemoval, planRemoval, removePlanned } from '../files/removals.ts';
import { claim, fail, succeed } from './end-job.ts';
import type { RowJob, JobRow } from './row-job.ts';

export interface RunDeps {
  db: Db;
  storage: Storage;
  events: EventHub;
  logger: Logger;
  /** The parent of the runs' work folders. */
  workRoot: string;
}

/** One run of a job. */
export interface Run<Progress> {
  id: string;
  /** A new empty folder, removed after the run. */
  workDir: string;
  onProgress(progress: Progress): void;
  /** Aborts when the run should stop or the job has been ended elsewhere. */
  signal: AbortSignal;
}

/** The output of a run: how to store it under the run's own prefix, and the columns to write to the row. */
export interface RunOutput<Result> {
  store(prefix: string): Promise<void>;
  result: Result;
  /** Writes additional records in the transaction that ends the job as succeeded. */
  record(tx: Tx, prefix: string): Promise<void>;
}

/**
 * Runs one job and ends it: as succeeded with the output of `make`, or as failed if a retry is pointless. Throws if a
 * retry may help (the queue then repeats the job) and when `signal` aborts. Stops early and resolves if the job is
 * ended elsewhere. May run twice for one job, even concurrently: only one run takes effect. Only the winning run leaves
 * files behind.
 */
export async function runRowJob<Deps, Progress, Result extends object>(
  work: RowJob<Deps, Progress, Result>,
  deps: RunDeps & NoInfer<Deps>,
  id: string,
  signal: AbortSignal,
  make: (run: Run<Progress>) => Promise<RunOutput<Result>>,
): Promise<void> {
  const row = await work.table(deps.db).findUnique({ where: { id } });
  if (row) {
    using ended = watchForEnd(work, deps, row);
    if (await claim(work, deps.db, row)) {
      await using workDir = await openWorkDir(deps.workRoot, work.workName(id));
      const either = AbortSignal.any([signal, ended.signal]);
      const { path } = workDir;
      await makeAndEnd(work, deps, row, { workDir: path, signal: either, make }).catch((error: unknown) => {
        if (!ended.signal.aborted || error !== ended.signal.reason) throw error;
      });
      return;
    }
  }
  // Leftovers of a run whose process died before the job was ended elsewhere.
  await clearWorkDirs(deps.workRoot, work.workName(id));
}

async function makeAndEnd<Deps, Progress, Result extends object>(
  work: RowJob<Deps, Progress, Result>,
  deps: RunDeps & NoInfer<Deps>,
  row: JobRow,
  {
    make,
    ...run
  }: Pick<Run<Progress>, 'workDir' | 'signal'> & { make: (run: Run<Progress>) => Promise<RunOutput<Result>> },
): Promise<void> {
  const { id } = row;
  const { write, flush } = progressWriter(work, deps, row);
  try {
    const made = await make({ ...run, id, onProgress: write });
    await flush();
    await keep(work, deps, id, made);
  } catch (error) {
    run.signal.throwIfAborted();
    const code = error instanceof AppError ? error.code : work.finalCode(error);
    if (!code) throw error;
    deps.logger.warn({ err: error, ...idOf(work, id) }, 'a job failed permanently and was ended');
    await fail(work, deps, id, code);
  } finally {
    await flush();
  }
}

/** The fields that identify a job in log lines. */
export const idOf = ({ topic }: RowJob, id: string) => ({ [`${topic}Id`]: id });

/** Writes progress to the row and notifies watchers. Failed writes are only logged. */
function progressWriter<Progress>(
  work: RowJob<never, Progress>,
  { db, logger }: RunDeps,
  { id, userId }: JobRow,
) {
  const { topic } = work;
  return createLatestWriter<Progress>({
    async save(progress) {
      if ((await work.saveProgress(db, id, progress)) > 0) await publish(db, { userId, topic, id });
    },
    urgent: (progress, written) => work.isUrgent?.(progress, written) ?? false,
    onError: (error) => logger.warn({ err: error, ...idOf(work, id) }, 'progress could not be written'),
  });
}

/** Stores a run's output and ends the job; removes the output if another run was first. */
async function keep<Deps, Result extends object>(
  work: RowJob<Deps, never, Result>,
  deps: RunDeps & NoInfer<Deps>,
  id: string,
  { store, result, record }: RunOutput<Result>,
): Promise<void> {
  const renditionPrefix = work.runPrefix(id, createId());
  let won = false;
  try {
    await planRemoval(deps.db, [renditionPrefix]);
    await store(renditionPrefix);
    won = await succeed(work, deps, id, { ...result, renditionPrefix }, async (tx) => {
      await cancelRemoval(tx, [renditionPrefix]);
      await record(tx, renditionPrefix);
    });
  } finally {
    if (!won) {
      // An error may hide a successful commit: remove the output only if the row does not reference it.
      const row = await work.table(deps.db).findUnique({ where: { id } });
      if (row?.renditionPrefix !== renditionPrefix) await removePlanned(deps, [renditionPrefix]);
    }
  }
}

/**
 * Watches a job until disposed; its signal aborts when any process ends the job. If an event is missed while the
 * database is unavailable, the run merely does unnecessary work.
 */
function watchForEnd(work: RowJob, { db, events, logger }: RunDeps, { id, userId }: JobRow) {
  const ended = new AbortController();
  const closing = new AbortController();
  const rows = watch(events, {
    userId,
    concerns: (event) => event.topic === work.topic && event.id === id,
    read: () => work.table(db).findUnique({ where: { id } }),
    signal: closing.signal,
  });
  async function follow(): Promise<void> {
    for await (const row of rows) {
      if (row && !row.finishedAt) continue;
      ended.abort(new Error(`the ${work.topic} has ended`));
      return;
    }
  }
  follow().catch((error: unknown) =>
    logger.warn({ err: error, ...idOf(work, id) }, 'no longer watching for the end of a job'),
  );
  return { signal: ended.signal, [Symbol.dispose]: () => closing.abort() };
}
