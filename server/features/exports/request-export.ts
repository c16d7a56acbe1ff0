import type { Language } from '#shared/languages.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { ExportStatus } from '#shared/schemas/account.ts';
import { taskLife, type TaskStatus } from '#shared/status.ts';
import type { DataExport } from '#server/generated/prisma/client.ts';
import { lockAccount } from '#server/platform/credentials.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { workThrough } from '#server/platform/jobs/work-through.ts';
import { enqueueRow } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { archiveKey, exportJob } from './export-job.ts';
import { milliseconds } from '#shared/durations.ts';

const offered = programLimits.account.exportDays * milliseconds.day;

function present({ id, status, finishedAt }: DataExport): ExportStatus {
  const ready = status === taskLife.succeeded && finishedAt !== null;
  return {
    id,
    status: status as TaskStatus,
    ...(ready && {
      downloadUrl: `/api/account/export/${id}/memori.zip`,
      expiresAt: new Date(finishedAt.getTime() + offered).toISOString(),
    }),
  };
}

const newest = (db: Pick<Db, 'dataExport'>, userId: string) =>
  db.dataExport.findFirst({ where: { userId }, orderBy: { createdAt: 'desc' } });

/** Starts an archive of all the user's data, or returns the one in progress, which is not `isNew`. */
export async function requestExport(
  { db, queue }: { db: Db; queue: JobQueue },
  userId: string,
  language: Language,
): Promise<ExportStatus & { isNew: boolean }> {
  return db.$transaction(async (tx) => {
    // Of two concurrent requests the second finds the first one's row.
    await lockAccount(tx, userId);
    const known = await newest(tx, userId);
    if (known && known.finishedAt === null) return { ...present(known), isNew: false };
    const row = await tx.dataExport.create({ data: { id: createId(), userId, language } });
    await enqueueRow(queue, tx, 'export-data', row.id, { exportId: row.id });
    return { ...present(row), isNew: true };
  });
}

/** The status of the user's latest archive; null if there is none. */
export async function readExport(db: Db, userId: string): Promise<ExportStatus | null> {
  const row = await newest(db, userId);
  return row && present(row);
}

/** The storage key of a user's archive. Throws AppError `not_found`, also for somebody else's. */
export async function findArchive(db: Db, userId: string, id: string): Promise<string> {
  const row = await db.dataExport.findFirst({ where: { id, userId } });
  if (!row?.renditionPrefix) throw new AppError('not_found');
  return archiveKey(row.renditionPrefix);
}

export interface OldExportDeps {
  db: Db;
  storage: Pick<Storage, 'remove'>;
  logger: Logger;
}

/** Removes archives that were offered for a week, and the remains of failed ones. */
export async function removeOldExports(
  { db, storage, logger }: OldExportDeps,
  signal?: AbortSignal,
): Promise<void> {
  const before = new Date(Date.now() - offered);
  await workThrough(
    { logger, signal },
    {
      read: (last: Pick<DataExport, 'id' | 'finishedAt'> | undefined, take) =>
        db.dataExport.findMany({
          where: {
            finishedAt: { lt: before, ...(last?.finishedAt ? { gte: last.finishedAt } : {}) },
            ...(last ? { NOT: { finishedAt: last.finishedAt, id: { lte: last.id } } } : {}),
          },
          orderBy: [{ finishedAt: 'asc' }, { id: 'asc' }],
          select: { id: true, finishedAt: true },
          take,
        }),
      // Files first: until they are gone, their row says what is left to do.
      async act({ id }) {
        await storage.remove(`${exportJob.folder}/${id}`);
        await db.dataExport.deleteMany({ where: { id } });
        return true;
      },
      describe: ({ id }) => ({ exportId: id }),
    },
  );
}
