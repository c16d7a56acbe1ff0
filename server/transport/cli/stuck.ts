import { stuckMoney } from '#server/features/payments/reconciling/stuck.ts';
import { albumJob } from '#server/features/albums/album-job.ts';
import { exportJob } from '#server/features/exports/export-job.ts';
import { variantJob } from '#server/features/generation/variants/variant-job.ts';
import { videoJob } from '#server/features/generation/running/video-job.ts';
import type { RowJob, JobRow } from '#server/features/job-lifecycle/row-job.ts';
import { latestJobOf, type StoredJob } from '#server/platform/jobs/stored-jobs.ts';
import type { AdminDeps, Command } from './command.ts';
import { milliseconds } from '#shared/durations.ts';

const kinds = { task: videoJob, movement: variantJob, album: albumJob, export: exportJob } as const;

/** Younger ones are considered in progress. */
const stuckAfterMinutes = 15;

function reasonOf({ status, startedAt }: JobRow, running: string, job: StoredJob | undefined): string {
  if (!job) return 'the queue has no job for it: the next sweep ends it';
  const reason = job.why ? `, which said: ${job.why}` : '';
  if (job.state === 'retry') return `waits for try ${job.retry_count + 1}${reason}`;
  if (job.state === 'failed') return `its job failed for good${reason}`;
  if (job.state === 'created') return 'waits for a free worker: is one running?';
  if (status === running) return `is worked on since ${startedAt?.toISOString() ?? 'now'}${reason}`;
  return `its job is ${job.state}${reason}`;
}

async function stuckOf(
  { db }: Pick<AdminDeps, 'db'>,
  [kind, { table, life }]: [string, Pick<RowJob, 'table' | 'life'>],
): Promise<object[]> {
  const createdAt = { lt: new Date(Date.now() - stuckAfterMinutes * milliseconds.minute) };
  const rows = await table(db).findMany({ where: { status: { in: life.unfinished }, createdAt } });
  return Promise.all(
    rows.map(async (row) => ({
      kind,
      id: row.id,
      userId: row.userId,
      status: row.status,
      since: row.createdAt,
      why: reasonOf(row, life.running, await latestJobOf(db, row.id)),
    })),
  );
}

export const stuckCommands: readonly Command[] = [
  {
    name: 'stuck',
    args: [],
    summary: `lists what has not ended ${stuckAfterMinutes} minutes after its request, and why`,
    async read(deps) {
      const lists = await Promise.all(Object.entries(kinds).map((entry) => stuckOf(deps, entry)));
      return [
        ...lists.flat(),
        ...(await stuckMoney(deps, Date.now() - stuckAfterMinutes * milliseconds.minute)),
      ];
    },
  },
];
