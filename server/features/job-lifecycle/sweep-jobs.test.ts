import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createUser } from '#tests/support/ledger.ts';
import { addTask, addWaitingAlbum, rowJobs, workWhere } from '#tests/support/work-kinds.ts';
import type { Db } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { enqueueRow, rowJobId } from '#server/platform/jobs/enqueue.ts';
import { openQueue } from '#server/composition/queue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { createDiskStorage } from '#server/providers/storage/disk.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { albumJob } from '../albums/album-job.ts';
import { exportJob } from '../exports/export-job.ts';
import { variantJob } from '../generation/variants/variant-job.ts';
import { videoJob } from '../generation/running/video-job.ts';
import { failAbandoned, removeOrphans } from './sweep-jobs.ts';

let own: TestDatabase;
let db: Db;
let queue: JobQueue;
let folder: string;
let storage: Storage;
/** The log lines of the test. */
let lines: object[];
const logger = createLogger('warn', { write: (line) => void lines.push(JSON.parse(line) as object) });
beforeAll(async () => {
  own = await createTestDatabase();
  ({ db } = own.database);
  queue = await openQueue({ address: own.url, logger: createLogger('silent'), worker: false });
  folder = await mkdtemp(path.join(tmpdir(), 'memori-sweep-'));
  storage = createDiskStorage(folder);
});
afterAll(async () => {
  await queue.stop({ graceful: false });
  await own.drop();
  await rm(folder, { recursive: true });
});
// What one test leaves behind, another one's sweep would end or remove.
beforeEach(async () => {
  lines = [];
  await db.videoVariant.deleteMany();
  await db.videoTask.deleteMany();
  await db.album.deleteMany();
  await db.dataExport.deleteMany();
  for (const prefix of ['tasks', 'albums', 'movements']) await storage.remove(prefix);
});

const hour = 3_600_000;
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const sorted = (ids: string[]) => ids.toSorted((a, b) => (a < b ? -1 : 1));

describe('failAbandoned', () => {
  const sweep = (work: (typeof rowJobs)[number]['work']) =>
    failAbandoned(work, { db, queue, logger, env: { MAIL_AFTER: 3600 } });

  test.each(rowJobs)('fails each $kind without a job', async ({ kind, work, add, states, code }) => {
    const userId = await createUser(db);
    const createdAt = ago(61_000);
    const ids = [
      await add(db, userId, { createdAt }),
      await add(db, userId, { createdAt, status: states.running }),
    ];
    expect(await sweep(work)).toBe(2);
    for (const id of ids)
      expect(await work.table(db).findUnique({ where: { id } })).toMatchObject({
        status: states.failed,
        errorCode: code,
      });
    expect(lines).toMatchObject(
      ids.map((id) => ({ level: 50, [`${kind}Id`]: id, msg: 'ended because the queue had no job for it' })),
    );
    expect(await sweep(work)).toBe(0);
  });

  test('leaves a row that has a job, has ended, or was created less than a minute ago', async () => {
    const userId = await createUser(db);
    const ended = { createdAt: ago(hour), finishedAt: ago(hour) };
    const queued = await addTask(db, userId, { createdAt: ago(hour) });
    await enqueueRow(queue, db, 'generate-video', queued, { taskId: queued });
    const ids = [
      queued,
      await addTask(db, userId, { createdAt: ago(30_000) }),
      await addTask(db, userId, { ...ended, status: 'Success', progress: 1, renditionPrefix: 'tasks/a/b' }),
      await addTask(db, userId, { ...ended, status: 'Fail', errorCode: 'task_canceled' }),
    ];
    const rows = () => db.videoTask.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
    const before = await rows();
    expect(await sweep(videoJob)).toBe(0);
    expect(await rows()).toEqual(before);
    expect(lines).toEqual([]);
  });

  test('does not count rows that end meanwhile', async () => {
    const userId = await createUser(db);
    const id = await addTask(db, userId, { createdAt: ago(hour) });
    const cancelling = workWhere(videoJob, () =>
      db.videoTask.updateMany({
        where: { id, status: 'Queued' },
        data: { status: 'Fail', errorCode: 'task_canceled', finishedAt: new Date() },
      }),
    );
    expect(await sweep(cancelling)).toBe(0);
    expect(await db.videoTask.findUnique({ where: { id } })).toMatchObject({ errorCode: 'task_canceled' });
    expect(lines).toEqual([]);
  });

  test('leaves a movement that failed and was requested again meanwhile', async () => {
    const userId = await createUser(db);
    const taskId = await addTask(db, userId);
    const id = `${taskId}-arc`;
    await db.videoVariant.create({ data: { id, taskId, userId, createdAt: ago(hour) } });
    const again = workWhere(variantJob, () =>
      db.videoVariant.updateMany({ where: { id }, data: { createdAt: new Date() } }),
    );
    expect(await sweep(again)).toBe(0);
    expect(await db.videoVariant.findUnique({ where: { id } })).toMatchObject({ status: 'Queued' });
  });

  test('finds every row among many, even if many were created at the same time', async () => {
    const userId = await createUser(db);
    const [early, late] = [ago(3 * hour), ago(2 * hour)];
    const rows = sorted(Array.from({ length: 1002 }, () => createId())).map((id, index) => ({
      id,
      userId,
      language: 'en',
      createdAt: index % 2 === 0 ? early : late,
    }));
    await db.dataExport.createMany({ data: rows.toReversed() });
    // The older half, then the other, each by id. The first row has no job, nor have those around the ends of the pages.
    const ordered = [0, 1].flatMap((rest) => rows.filter((_row, index) => index % 2 === rest));
    const without = new Set([0, 499, 500, 999, 1000, 1001].map((index) => ordered[index]?.id ?? ''));
    const others = rows.filter(({ id }) => !without.has(id));
    await queue.insert(
      'export-data',
      others.map(({ id }) => ({
        id: rowJobId('export-data', id),
        data: { exportId: id },
        singletonKey: id,
      })),
    );
    let pages = 0;
    expect(await sweep(workWhere(exportJob, () => (pages += 1)))).toBe(6);
    // Three of those that wait, and one of those that run.
    expect(pages).toBe(4);
    const failed = await db.dataExport.findMany({ where: { status: 'Fail' }, select: { id: true } });
    expect(sorted(failed.map(({ id }) => id))).toEqual(sorted([...without]));
  });
});

describe('removeOrphans', () => {
  const put = (...keys: string[]) => Promise.all(keys.map((key) => storage.putBytes(key, new Uint8Array(1))));
  async function stored(): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of storage.keys()) keys.push(key);
    return sorted(keys);
  }

  test('removes the files of jobs that do not exist', async () => {
    await put('albums/nobody/run/clean.mp4', 'albums/nobody/run/clean.jpg', 'tasks/nobody/run/clean.mp4');
    expect(await removeOrphans(albumJob, { db, storage })).toBe(1);
    expect(await stored()).toEqual(['tasks/nobody/run/clean.mp4']);
    expect(await removeOrphans(videoJob, { db, storage })).toBe(1);
    expect(await stored()).toEqual([]);
  });

  test('removes a photo without a task once it is older than an hour', async () => {
    await put('tasks/nobody/photo.jpg');
    const { modifiedAt } = (await storage.stat('tasks/nobody/photo.jpg')) ?? { modifiedAt: new Date(0) };
    expect(await removeOrphans(videoJob, { db, storage })).toBe(0);
    expect(await removeOrphans(videoJob, { db, storage }, modifiedAt.getTime() + hour - 1)).toBe(0);
    expect(await stored()).toEqual(['tasks/nobody/photo.jpg']);
    expect(await removeOrphans(videoJob, { db, storage }, modifiedAt.getTime() + hour)).toBe(1);
    expect(await stored()).toEqual([]);
  });

  test('keeps all files of a job that has not ended, or ended less than an hour ago', async () => {
    const userId = await createUser(db);
    const now = Date.now() + 2 * hour;
    const finishedAt = new Date(now - hour);
    const ids = [
      await addTask(db, userId),
      await addTask(db, userId, { status: 'Processing' }),
      await addTask(db, userId, { status: 'Fail', errorCode: 'generation_failed', finishedAt }),
    ];
    const keys = ids.flatMap((id) => [`tasks/${id}/photo.jpg`, `tasks/${id}/run/clean.mp4`]);
    await put(...keys);
    expect(await removeOrphans(videoJob, { db, storage }, now)).toBe(0);
    expect(await stored()).toEqual(sorted(keys));
    expect(await removeOrphans(videoJob, { db, storage }, now + 1)).toBe(1);
  });

  test('keeps the photo of a task and the output of the run that won', async () => {
    const userId = await createUser(db);
    const id = createId();
    const finishedAt = new Date();
    const kept = [`tasks/${id}/photo.jpg`, `tasks/${id}/won/clean.mp4`];
    const made = { status: 'Success', progress: 1, renditionPrefix: `tasks/${id}/won`, finishedAt };
    const photo = { provider: 'local', prompt: '', originalFilename: 'a.jpg', photoKey: kept[0] ?? '' };
    await db.videoTask.create({ data: { id, userId, ...photo, ...made } });
    await put(...kept, `tasks/${id}/lost/clean.mp4`, `tasks/${id}/dead/clean.mp4`);
    expect(await removeOrphans(videoJob, { db, storage }, Date.now() + 2 * hour)).toBe(2);
    expect(await stored()).toEqual(sorted(kept));
    expect(await removeOrphans(videoJob, { db, storage }, Date.now() + 2 * hour)).toBe(0);
  });

  test('keeps the files of a failed movement that was requested again and ended meanwhile', async () => {
    const userId = await createUser(db);
    const taskId = await addTask(db, userId);
    const id = `${taskId}-arc`;
    const failed = { status: 'Fail', errorCode: 'generation_failed', finishedAt: ago(3 * hour) };
    await db.videoVariant.create({ data: { id, taskId, userId, ...failed } });
    await put(`movements/${id}/dead/clean.mp4`);
    const won = `movements/${id}/won`;
    const slow = {
      ...storage,
      async list(prefix: string) {
        if (prefix === `movements/${id}`) {
          await put(`${won}/clean.mp4`);
          const ended = { status: 'Success', errorCode: null, renditionPrefix: won, finishedAt: new Date() };
          await db.videoVariant.update({ where: { id }, data: ended });
        }
        return storage.list(prefix);
      },
    };
    await removeOrphans(variantJob, { db, storage: slow });
    expect(await storage.stat(`${won}/clean.mp4`)).not.toBeNull();
  });

  test('removes everything that a failed album left', async () => {
    const userId = await createUser(db);
    const failed = { status: 'failed', errorCode: 'album_failed', finishedAt: new Date() };
    const id = await addWaitingAlbum(db, userId, failed);
    await put(`albums/${id}/one/clean.mp4`, `albums/${id}/two/clean.mp4`);
    expect(await removeOrphans(albumJob, { db, storage }, Date.now() + 2 * hour)).toBe(2);
    expect(await stored()).toEqual([]);
  });
});
