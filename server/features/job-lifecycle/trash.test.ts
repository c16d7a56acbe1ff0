import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { heard as heardBy } from '#tests/support/heard.ts';
import { createUser } from '#tests/support/ledger.ts';
import { addTask, addWaitingAlbum, workWhere } from '#tests/support/work-kinds.ts';
import { type EventHub, openEventHub } from '#server/platform/database/events.ts';
import type { Db } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { createDiskStorage } from '#server/providers/storage/disk.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { albumJob } from '../albums/album-job.ts';
import { videoJob } from '../generation/running/video-job.ts';
import { discard, emptyTrash, moveToTrash, takeFromTrash } from './trash.ts';
import type { JobRow } from './row-job.ts';

let own: TestDatabase;
let db: Db;
let events: EventHub;
let folder: string;
let storage: Storage;
beforeAll(async () => {
  own = await createTestDatabase();
  ({ db } = own.database);
  events = await openEventHub(own.url, createLogger('silent'));
  folder = await mkdtemp(path.join(tmpdir(), 'memori-trash-'));
  storage = createDiskStorage(folder);
});
afterAll(async () => {
  await events.close();
  await own.drop();
  await rm(folder, { recursive: true });
});

// What one test leaves behind, another one's sweep would remove.
beforeEach(async () => {
  await db.videoTask.deleteMany();
  await db.album.deleteMany();
});

const logger = createLogger('silent');
const minute = 60_000;
const finishedAt = new Date('2026-01-01T10:02:00Z');
const made = { status: 'Success', progress: 1, renditionPrefix: 'tasks/a/b', finishedAt };
const broken = { status: 'Fail', errorCode: 'generation_failed', finishedAt };

const read = (id: string) => db.videoTask.findUnique({ where: { id } });
const deletionOf = async (id: string) => (await read(id))?.deletedAt ?? null;
const setDeletion = (id: string, deletedAt: Date | null) =>
  db.videoTask.update({ where: { id }, data: { deletedAt } });
const heard = (userId: string, act: () => Promise<unknown>) => heardBy({ db, events }, userId, act);

describe('moveToTrash', () => {
  test.each([
    ['succeeded', made],
    ['failed', broken],
  ])('deletes a task that has %s, for a quarter of an hour', async (_how, data) => {
    const userId = await createUser(db);
    const [id, other] = [await addTask(db, userId, data), await addTask(db, userId, data)];
    const from = Date.now();
    let until = '';
    const found = await heard(userId, async () => {
      until = (await moveToTrash(videoJob, db, userId, id)).restorableUntil;
    });
    expect(found).toEqual([{ userId, topic: 'task', id }]);
    const deletedAt = await deletionOf(id);
    expect(deletedAt?.getTime()).toBeGreaterThanOrEqual(from);
    expect(deletedAt?.getTime()).toBeLessThanOrEqual(Date.now());
    expect(Date.parse(until)).toBe((deletedAt?.getTime() ?? 0) + 900_000);
    expect(await deletionOf(other)).toBeNull();
  });

  test.each([
    { kind: 'task', work: videoJob, add: addTask, status: 'Queued' },
    { kind: 'task', work: videoJob, add: addTask, status: 'Processing' },
    { kind: 'album', work: albumJob, add: addWaitingAlbum, status: 'pending' },
    { kind: 'album', work: albumJob, add: addWaitingAlbum, status: 'processing' },
  ])('deletes no $kind that is $status', async ({ kind, work, add, status }) => {
    const userId = await createUser(db);
    const id = await add(db, userId, { status });
    const found = await heard(userId, async () => {
      await expect(moveToTrash(work, db, userId, id)).rejects.toMatchObject({ code: `${kind}_not_finished` });
    });
    expect(found).toEqual([]);
    expect(await work.table(db).findUnique({ where: { id, deletedAt: null } })).toMatchObject({ status });
  });

  test("finds neither another user's task nor an unknown or deleted one", async () => {
    const [userId, other] = [await createUser(db), await createUser(db)];
    const [theirs, deleted] = [await addTask(db, other, made), await addTask(db, userId, made)];
    const { restorableUntil } = await moveToTrash(videoJob, db, userId, deleted);
    for (const id of [theirs, deleted, createId()])
      await expect(moveToTrash(videoJob, db, userId, id)).rejects.toMatchObject({ code: 'task_not_found' });
    expect(await deletionOf(theirs)).toBeNull();
    expect(await deletionOf(deleted)).toEqual(new Date(Date.parse(restorableUntil) - 900_000));
  });
});

describe('takeFromTrash', () => {
  test('restores a deleted task within a quarter of an hour', async () => {
    const userId = await createUser(db);
    const [early, late] = [await addTask(db, userId, made), await addTask(db, userId, made)];
    await setDeletion(early, new Date(Date.now() - 14 * minute));
    const tooLong = (await setDeletion(late, new Date(Date.now() - 15 * minute))).deletedAt;
    const found = await heard(userId, async () => {
      for (const id of [early, late]) await takeFromTrash(videoJob, db, userId, id);
    });
    expect(found).toEqual([{ userId, topic: 'task', id: early }]);
    expect(await deletionOf(early)).toBeNull();
    expect(await deletionOf(late)).toEqual(tooLong);
  });

  test("leaves tasks that are not deleted, and other users' tasks", async () => {
    const [userId, other] = [await createUser(db), await createUser(db)];
    const [kept, theirs] = [await addTask(db, userId, made), await addTask(db, other, made)];
    await moveToTrash(videoJob, db, other, theirs);
    const found = await heard(userId, async () => {
      for (const id of [kept, theirs, createId()]) await takeFromTrash(videoJob, db, userId, id);
    });
    expect(found).toEqual([]);
    expect(await deletionOf(theirs)).toBeInstanceOf(Date);
  });
});

test("what is discarded can't be restored", async () => {
  const userId = await createUser(db);
  const [id, other] = [await addTask(db, userId, made), await addTask(db, userId, made)];
  expect(await db.$transaction((tx) => discard(videoJob, tx, id))).toBe(1);
  expect(await discard(videoJob, db, createId())).toBe(0);
  await takeFromTrash(videoJob, db, userId, id);
  expect(await deletionOf(id)).toEqual(new Date('1970-01-01T00:00:00Z'));
  expect(await deletionOf(other)).toBeNull();
});

describe('emptyTrash', () => {
  const now = Date.UTC(2026, 5, 1, 12);
  const before = (minutes: number) => new Date(now - minutes * minute);
  const put = (...keys: string[]) => Promise.all(keys.map((key) => storage.putBytes(key, new Uint8Array(1))));
  const isStored = async (key: string) => (await storage.stat(key)) !== null;

  test('removes what can no longer be restored with its files, and nothing else', async () => {
    const userId = await createUser(db);
    const [gone, recent, kept] = [
      await addTask(db, userId, made),
      await addTask(db, userId, made),
      await addTask(db, userId, made),
    ];
    await setDeletion(gone, new Date(now - 15 * minute - 1));
    await setDeletion(recent, before(15));
    const files = [gone, recent, kept].map((id) => `tasks/${id}/run/clean.mp4`);
    const beside = [`movements/${gone}-arc/run/clean.mp4`, `film-cache/${userId}/a.mp4`];
    await put(...files, ...beside, `movements/${kept}-arc/run/clean.mp4`);
    for (const taskId of [gone, kept])
      await db.videoVariant.create({ data: { id: `${taskId}-arc`, taskId, userId } });
    expect(await emptyTrash(videoJob, { db, storage, logger }, now)).toBe(1);
    expect(await Promise.all([gone, recent, kept].map(async (id) => (await read(id))?.id))).toEqual([
      ...[undefined, recent, kept],
    ]);
    expect(await Promise.all(files.map(isStored))).toEqual([false, true, true]);
    expect(await Promise.all(beside.map(isStored))).toEqual([false, false]);
    expect(await isStored(`movements/${kept}-arc/run/clean.mp4`)).toBe(true);
    expect(await emptyTrash(videoJob, { db, storage, logger }, now)).toBe(0);
  });

  test('removes canceled jobs a quarter of an hour after their end, and no other failed ones', async () => {
    const userId = await createUser(db);
    const add = (errorCode: string, minutes: number) =>
      addWaitingAlbum(db, userId, { status: 'failed', errorCode, finishedAt: before(minutes) });
    const [canceled, recent, failed] = [
      await add('album_canceled', 16),
      await add('album_canceled', 15),
      await add('album_failed', 16),
    ];
    const files = [canceled, recent, failed].map((id) => `albums/${id}/run/clean.mp4`);
    await put(...files);
    expect(await emptyTrash(albumJob, { db, storage, logger }, now)).toBe(1);
    const rows = await db.album.findMany({ where: { userId }, orderBy: { sequence: 'asc' } });
    expect(rows.map(({ id }) => id)).toEqual([recent, failed]);
    expect(await Promise.all(files.map(isStored))).toEqual([false, true, true]);
  });

  test("removes only deleted jobs of a kind that can't be canceled", async () => {
    const { discardedCode: _discardedCode, ...plain } = albumJob;
    const userId = await createUser(db);
    const ended: Partial<JobRow> = { status: 'failed', finishedAt: before(16) };
    const canceled = await addWaitingAlbum(db, userId, { ...ended, errorCode: 'album_canceled' });
    const deleted = await addWaitingAlbum(db, userId, { ...ended, errorCode: 'album_failed' });
    await db.album.update({ where: { id: deleted }, data: { deletedAt: before(16) } });
    expect(await emptyTrash(plain, { db, storage, logger }, now)).toBe(1);
    expect(await db.album.findMany({ where: { userId }, select: { id: true } })).toEqual([{ id: canceled }]);
  });

  test('keeps the files of a job that was restored meanwhile', async () => {
    const userId = await createUser(db);
    const id = await addTask(db, userId, made);
    const key = `tasks/${id}/run/clean.mp4`;
    await put(key);
    await setDeletion(id, before(16));
    const restoring = workWhere(videoJob, () => setDeletion(id, null));
    expect(await emptyTrash(restoring, { db, storage, logger }, now)).toBe(0);
    expect(await isStored(key)).toBe(true);
    expect(await deletionOf(id)).toBeNull();
  });

  test('goes by the current time', async () => {
    const userId = await createUser(db);
    const [gone, recent] = [await addTask(db, userId, made), await addTask(db, userId, made)];
    await setDeletion(gone, new Date(Date.now() - 16 * minute));
    await setDeletion(recent, new Date(Date.now() - 14 * minute));
    expect(await emptyTrash(videoJob, { db, storage, logger })).toBe(1);
    expect([await read(gone), (await read(recent))?.id]).toEqual([null, recent]);
  });
});
