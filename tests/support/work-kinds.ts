import { albumWork } from '../../server/features/albums/work.ts';
import { exportWork } from '../../server/features/exports/work.ts';
import { movementWork } from '../../server/features/generation/movements/movement-work.ts';
import { type FinishDeps, taskWork } from '../../server/features/generation/running/work.ts';
import type { Work, WorkRow } from '../../server/features/work/work.ts';
import type { Db } from '../../server/platform/database/db.ts';
import { createId } from '../../server/platform/ids.ts';

/** Creates a user's job, in its first state unless `data` says otherwise. Returns its id. */
type Add = (db: Db, userId: string, data?: Partial<WorkRow>) => Promise<string>;

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
  await db.videoMovement.create({ data: { id, taskId, userId, ...data } });
  return id;
};

interface Kind {
  kind: string;
  work: Work<FinishDeps>;
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
export const workKinds: Kind[] = [
  { kind: 'task', work: taskWork, add: addTask, ...generation, folder: 'run' },
  { kind: 'movement', work: movementWork, add: addMovement, ...generation, folder: 'move' },
  { kind: 'album', work: albumWork, add: addWaitingAlbum, states, code: 'album_failed', folder: 'album' },
  {
    kind: 'export',
    work: exportWork,
    add: addExport,
    states: usual,
    code: 'internal_error',
    folder: 'export',
  },
];

/** The same work, except that `meanwhile` happens between finding rows and acting on them. */
export const workWhere = <Deps, Progress, Result extends object>(
  work: Work<Deps, Progress, Result>,
  meanwhile: () => unknown,
): Work<Deps, Progress, Result> => ({
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
