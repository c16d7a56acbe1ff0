import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { Db } from '#server/platform/database/db.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { createDiskStorage } from '#server/providers/storage/disk.ts';
import { type Storage, StorageUnavailableError } from '#server/providers/storage/types.ts';
import { cancelRemoval, planRemoval, removeDueFiles, removePlanned } from './removals.ts';

let own: TestDatabase;
let db: Db;
let folder: string;
let storage: Storage;
beforeAll(async () => {
  own = await createTestDatabase();
  ({ db } = own.database);
  folder = await mkdtemp(path.join(tmpdir(), 'memori-removals-'));
  storage = createDiskStorage(folder);
});
afterAll(async () => {
  await own.drop();
  await rm(folder, { recursive: true });
});
beforeEach(() => db.fileRemoval.deleteMany());

const logger = createLogger('silent');
const minute = 60_000;
const put = (key: string) => storage.putBytes(key, new Uint8Array(1));
const isStored = async (key: string) => (await storage.stat(key)) !== null;
const plans = async () => (await db.fileRemoval.findMany()).map(({ prefix }) => prefix);
const sweep = (minutes: number, through: Pick<Storage, 'remove'> = storage) =>
  removeDueFiles({ db, logger, storage: through }, Date.now() + minutes * minute);

test('files that nothing refers to after an hour are removed', async () => {
  await planRemoval(db, ['tasks/a', 'tasks/b']);
  await put('tasks/a/photo.jpg');
  await put('tasks/b/photo.jpg');
  await put('tasks/c/photo.jpg');
  expect(await sweep(59)).toBe(0);
  expect(await sweep(61)).toBe(2);
  expect(await Promise.all(['a', 'b', 'c'].map((id) => isStored(`tasks/${id}/photo.jpg`)))).toEqual([
    false,
    false,
    true,
  ]);
  expect(await plans()).toEqual([]);
});

test('files stay if their removal was canceled, and only if that commits', async () => {
  await planRemoval(db, ['tasks/kept', 'tasks/lost']);
  await put('tasks/kept/photo.jpg');
  await put('tasks/lost/photo.jpg');
  await db.$transaction((tx) => cancelRemoval(tx, ['tasks/kept']));
  const rolledBack = db.$transaction(async (tx) => {
    await cancelRemoval(tx, ['tasks/lost']);
    throw new Error('no credit');
  });
  await expect(rolledBack).rejects.toThrow('no credit');
  expect(await sweep(61)).toBe(1);
  expect(await isStored('tasks/kept/photo.jpg')).toBe(true);
  expect(await isStored('tasks/lost/photo.jpg')).toBe(false);
});

test('what refers to files whose removal has begun does not commit', async () => {
  await planRemoval(db, ['tasks/late']);
  await put('tasks/late/photo.jpg');
  let attempt: Promise<void> | undefined;
  const slow = {
    async remove(prefix: string) {
      attempt = db.$transaction((tx) => cancelRemoval(tx, ['tasks/late']));
      await attempt.catch(() => {});
      await storage.remove(prefix);
    },
  };
  expect(await sweep(61, slow)).toBe(1);
  await expect(attempt).rejects.toThrow('files have been removed before they were referred to');
  await expect(db.$transaction((tx) => cancelRemoval(tx, ['tasks/late']))).rejects.toThrow('removed');
});

test('a removal that fails keeps no other waiting, and is repeated', async () => {
  await planRemoval(db, ['tasks/1', 'tasks/2', 'tasks/3'], new Date());
  for (const id of [1, 2, 3]) await put(`tasks/${id}/photo.jpg`);
  const broken = {
    async remove(prefix: string) {
      if (prefix === 'tasks/1') throw new StorageUnavailableError();
      await storage.remove(prefix);
    },
  };
  expect(await sweep(0, broken)).toBe(2);
  expect(await plans()).toEqual(['tasks/1']);
  // For ten minutes it may still be in progress in another process.
  expect(await sweep(9)).toBe(0);
  expect(await sweep(11)).toBe(1);
  expect(await isStored('tasks/1/photo.jpg')).toBe(false);
});

test('of two sweeps at once, each file is removed by one', async () => {
  const prefixes = Array.from({ length: 40 }, (_, index) => `tasks/${index}`);
  await planRemoval(db, prefixes, new Date());
  const removed: string[] = [];
  const counting = { remove: async (prefix: string) => void removed.push(prefix) };
  await Promise.all([sweep(0, counting), sweep(0, counting)]);
  expect(removed.toSorted()).toEqual(prefixes.toSorted());
});

test('more than a page of files is removed in one run', async () => {
  const prefixes = Array.from({ length: 1203 }, (_, index) => `tasks/${index}`);
  await planRemoval(db, prefixes, new Date());
  expect(await sweep(0, { remove: async () => undefined })).toBe(1203);
});

test('a key whose removal is planned anew while it is being removed is removed later again', async () => {
  await planRemoval(db, ['film-cache/u/a.mp4'], new Date());
  const renewing = {
    async remove(prefix: string) {
      await storage.remove(prefix);
      await planRemoval(db, ['film-cache/u/a.mp4']);
      await put('film-cache/u/a.mp4');
    },
  };
  await sweep(0, renewing);
  expect(await isStored('film-cache/u/a.mp4')).toBe(true);
  expect(await plans()).toEqual(['film-cache/u/a.mp4']);
  await removePlanned({ db, storage: renewing }, ['film-cache/u/a.mp4']);
  expect(await plans()).toEqual(['film-cache/u/a.mp4']);
  await sweep(61);
  expect(await isStored('film-cache/u/a.mp4')).toBe(false);
});
