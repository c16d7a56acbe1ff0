import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { openDatabase } from '../database/db.ts';
import { createThrottle } from './throttle.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const patient = new AbortController().signal;

test('callers of all processes share one throttle', async () => {
  const other = openDatabase(database.url);
  const [one, two] = [createThrottle(database.database.pool, 'a', 300), createThrottle(other.pool, 'a', 300)];
  const before = Date.now();
  await Promise.all([one, two, one, two, one, two].map((throttle) => throttle.take(patient)));
  // 300 a minute are 200 ms apart, and the first gets its slot immediately.
  expect(Date.now() - before).toBeGreaterThanOrEqual(5 * 200);
  await other.close();
});

test('a pause holds for every process, and ends by itself', async () => {
  const throttle = createThrottle(database.database.pool, 'b', 60_000);
  const other = createThrottle(database.database.pool, 'b', 60_000);
  expect(await throttle.isPaused()).toBe(false);
  await throttle.pause(600);
  expect(await other.isPaused()).toBe(true);
  const before = Date.now();
  await throttle.pause(0.5);
  await other.take(patient);
  expect(Date.now() - before).toBeGreaterThanOrEqual(500);
  expect(await throttle.isPaused()).toBe(false);
});

test('a waiting caller can be aborted', async () => {
  const throttle = createThrottle(database.database.pool, 'c', 60_000);
  await throttle.pause(60);
  const abort = new AbortController();
  const waiting = throttle.take(abort.signal);
  abort.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
});
