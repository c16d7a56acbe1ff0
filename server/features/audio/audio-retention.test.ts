import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createUser } from '#tests/support/ledger.ts';
import { createId } from '#server/platform/ids.ts';
import { deleteOldAudio } from './audio-retention.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

const db = () => own.database.db;
const hours = (count: number) => new Date(Date.now() - count * 3_600_000);

async function add(userId: string, lastUsedAt: Date): Promise<string> {
  const row = { id: createId(), userId, purpose: 'voice', seconds: 12 };
  return (await db().audio.create({ data: { ...row, lastUsedAt } })).id;
}

async function testUserOf(owner: string): Promise<string> {
  const id = createId();
  const nobody = { email: '', emailKey: `test ${id}`, passwordHash: '' };
  return (await db().user.create({ data: { id, ...nobody, testOf: owner } })).id;
}

const kept = async () => (await db().audio.findMany()).map(({ id }) => id).toSorted();

test('recordings are deleted some time after their last use, those of tests after a day', async () => {
  const owner = await createUser(db());
  const tests = await testUserOf(owner);
  const [old, used] = [await add(owner, hours(721)), await add(owner, hours(719))];
  const [oldTest, newTest] = [await add(tests, hours(25)), await add(tests, hours(23))];
  const deps = { db: db(), env: { PHOTO_RETENTION: 720 * 3600 } };
  await deleteOldAudio(deps);
  expect(await kept()).toEqual([used, newTest].toSorted());
  expect((await db().fileRemoval.findMany()).map(({ prefix }) => prefix).toSorted()).toEqual(
    [`audio/${old}`, `audio/${oldTest}`].toSorted(),
  );
  // However soon photos are deleted, there is a day for making the film.
  const fresh = await add(owner, hours(23));
  await deleteOldAudio({ ...deps, env: { PHOTO_RETENTION: 0 } });
  expect(await kept()).toEqual([newTest, fresh].toSorted());
});

test('more than a page of them is deleted in one run', async () => {
  const userId = await createUser(db());
  const row = { userId, purpose: 'voice', seconds: 1, lastUsedAt: hours(800) };
  await db().audio.createMany({ data: Array.from({ length: 203 }, () => ({ id: createId(), ...row })) });
  await deleteOldAudio({ db: db(), env: { PHOTO_RETENTION: 720 * 3600 } });
  expect(await db().audio.count({ where: { userId } })).toBe(0);
});
