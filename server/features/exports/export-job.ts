import { defaultLanguage, isLanguage } from '#shared/languages.ts';
import { taskLife } from '#shared/status.ts';
import type { Db } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { RowJob } from '../job-lifecycle/row-job.ts';

const folder = 'exports';

/** The storage key of one run's archive. */
export const archiveKey = (prefix: string): string => `${prefix}/memori.zip`;

/** The work of making a user's archive. Costs no credit; a mail notifies the user when it is ready. */
export const exportJob: RowJob<{ db: Db; queue: JobQueue }, never> = {
  topic: 'export',
  life: taskLife,
  table: (db) => db.dataExport,
  codes: { failed: 'internal_error', notFound: 'not_found', notFinished: 'not_found' },
  folder,
  runPrefix: (id, runId) => `${folder}/${id}/${runId}`,
  workName: (id) => `export-${id}`,
  queue: 'export-data',
  // Reports no progress.
  saveProgress: async () => 0,
  finalCode: () => null,
  async onEnd({ queue }, tx, { id, userId, errorCode }) {
    if (errorCode !== null) return;
    const { language } = await tx.dataExport.findUniqueOrThrow({ where: { id } });
    const spoken = isLanguage(language) ? language : defaultLanguage;
    await enqueue(queue, tx, 'account-mail', { kind: 'export', userId, language: spoken });
  },
};
