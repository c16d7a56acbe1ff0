import { albumJob } from '#server/features/albums/album-job.ts';
import { exportJob } from '#server/features/exports/export-job.ts';
import { variantJob } from '#server/features/generation/variants/variant-job.ts';
import { type FinishDeps, videoJob } from '#server/features/generation/running/video-job.ts';
import type { RowJob, JobRow } from '#server/features/job-lifecycle/row-job.ts';
import type { Db } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';

/** Creates a user's job, in its first state unless `data` says otherwise. Returns its id. */
type Add = (db: Db, userId: string, data?: Partial<JobRow>) => Promise<string>;

/** Creates a task that has cost nothing. */
export const addTask: Add = async (db, userId, data) => {
  const id = createId();
  const photo = { provider: 'local', prompt: '', originalFilename: 'a.jpg', photoKey: 'none' };
  await db.videoTask.create({ data: { id, userId, ...photo, ...data } });
  return id;
};

export const addWaitingAlbum: Add = async (db, userId, data) => {
  const id = createId();
  await db.album.create({ data: { id, userId, name: 'Nonna', ...data } });
  return id;
};

const addExport: Add = async (db, userId, data) => {
  const id = createId();
  await db.dataExport.create({ data: { id, userId, language: 'en', ...data } });
  return id;
};

const addMovement: Add = async (db, userId, data) => {
  const made = { status: 'Success', progress: 1, renditionPrefix: 'tasks/a/b', finishedAt: new Date() };
  const taskId = await addTask(db, userId, made);
  const id = `${taskId}-arc`;
  await db.videoVariant.create({ data: { id, taskId, userId, ...data } });
  return id;
};

interface Kind {
  kind: string;
  work: RowJob<FinishDeps>;
  add: Add;
  /** What its states are called. */
  states: { waiting: string; running: string; succeeded: string; failed: string };
  /** The error code after the last retry. */
  code: string;
  /** The first part of its work folders' names. */
  folder: string;
}

const usual = { waiting: 'Queued', running: 'Processing', succeeded: 'Success', failed: 'Fail' };
const states = { waiting: 'pending', running: 'processing', succeeded: 'completed', failed: 'failed' };
const generation = { states: usual, code: 'generation_failed' };

/** Every kind of work, with the names that tests expect. */
export const rowJobs: Kind[] = [
  { kind: 'task', work: videoJob, add: addTask, ...generation, folder: 'run' },
  { kind: 'movement', work: variantJob, add: addMovement, ...generation, folder: 'move' },
  { kind: 'album', work: albumJob, add: addWaitingAlbum, states, code: 'album_failed', folder: 'album' },
  {
    kind: 'export',
    work: exportJob,
    add: addExport,
    states: usual,
    code: 'internal_error',
    folder: 'export',
  },
];

/** The same work, except that `meanwhile` happens between finding rows and acting on them. */
export const workWhere = <Deps, Progress, Result extends object>(
  work: RowJob<Deps, Progress, Result>,
  meanwhile: () => unknown,
): RowJob<Deps, Progress, Result> => ({
  ...work,
  table(db) {
    const table = work.table(db);
    return {
      ...table,
      async findMany(args) {
        const rows = await table.findMany(args);
        await meanwhile();
        return rows;
      },
    };
  },
});
