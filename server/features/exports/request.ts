import type { PgBoss } from 'pg-boss';
import type { Language } from '../../../shared/languages.ts';
import { programLimits } from '../../../shared/program-limits.ts';
import type { ExportStatus } from '../../../shared/schemas/account.ts';
import { taskLife, type TaskStatus } from '../../../shared/status.ts';
import type { DataExport } from '../../generated/prisma/client.ts';
import { lockAccount } from '../../platform/credentials.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { enqueueWork } from '../../platform/queue.ts';
import type { Storage } from '../../providers/storage/types.ts';
import { archiveKey, exportWork } from './work.ts';

const offered = programLimits.account.exportDays * 86_400_000;

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
  { db, queue }: { db: Db; queue: PgBoss },
  userId: string,
  language: Language,
): Promise<ExportStatus & { isNew: boolean }> {
  return db.$transaction(async (tx) => {
    // Of two concurrent requests the second finds the first one's row.
    await lockAccount(tx, userId);
    const known = await newest(tx, userId);
    if (known && known.finishedAt === null) return { ...present(known), isNew: false };
    const row = await tx.dataExport.create({ data: { id: createId(), userId, language } });
    await enqueueWork(queue, tx, 'export-data', row.id, { exportId: row.id });
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

/** Removes archives that were offered for a week, and the remains of failed ones. */
export async function removeOldExports({ db, storage }: { db: Db; storage: Storage }): Promise<void> {
  const old = { finishedAt: { lt: new Date(Date.now() - offered) } };
  for (const { id } of await db.dataExport.findMany({ where: old, select: { id: true } })) {
    await storage.remove(`${exportWork.folder}/${id}`);
    await db.dataExport.deleteMany({ where: { id } });
  }
}
