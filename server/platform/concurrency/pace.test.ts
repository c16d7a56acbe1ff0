import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/database.ts';
import { openDatabase } from '../database/db.ts';
import { createPace } from './pace.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const patient = new AbortController().signal;

test('callers of all processes share one pace', async () => {
  const other = openDatabase(database.url);
  const [one, two] = [createPace(database.database.pool, 'a', 300), createPace(other.pool, 'a', 300)];
  const before = Date.now();
  await Promise.all([one, two, one, two, one, two].map((pace) => pace.take(patient)));
  // 300 a minute are 200 ms apart, and the first gets its slot immediately.
  expect(Date.now() - before).toBeGreaterThanOrEqual(5 * 200);
  await other.close();
});

test('a pause holds for every process, and ends by itself', async () => {
  const pace = createPace(database.database.pool, 'b', 60_000);
  const other = createPace(database.database.pool, 'b', 60_000);
  expect(await pace.isPaused()).toBe(false);
  const before = Date.now();
  await pace.pause(0.5);
  expect(await other.isPaused()).toBe(true);
  await other.take(patient);
  expect(Date.now() - before).toBeGreaterThanOrEqual(500);
  expect(await pace.isPaused()).toBe(false);
});

test('a waiting caller can be aborted', async () => {
  const pace = createPace(database.database.pool, 'c', 60_000);
  await pace.pause(60);
  const abort = new AbortController();
  const waiting = pace.take(abort.signal);
  abort.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
});
