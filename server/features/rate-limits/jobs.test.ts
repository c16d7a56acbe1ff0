import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { removeExpiredLimits } from './jobs.ts';

let fresh: TestDatabase;
beforeAll(async () => {
  fresh = await createTestDatabase();
});
afterAll(() => fresh.drop());

test('removes counters whose window has ended, and keeps all others', async () => {
  const { db } = fresh.database;
  const now = Date.now();
  const [hour, rows] = [3_600_000, { ended: -2, just: -0.5, running: 1 }];
  for (const [key, hours] of Object.entries(rows))
    await db.rateLimit.create({ data: { key, points: 1, expire: Math.round(now + hours * hour) } });
  await db.rateLimit.create({ data: { key: 'for ever', points: 1, expire: null } });
  await removeExpiredLimits(db, now);
  const left = await db.rateLimit.findMany({ orderBy: { key: 'asc' } });
  expect(left.map(({ key }) => key)).toEqual(['for ever', 'just', 'running']);
});

test('no limiter clears the table by itself', () => {
  const server = path.join(import.meta.dirname, '../..');
  const files = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
  );
  const limiting = files.filter((name) =>
    readFileSync(path.join(server, name), 'utf8').includes('new RateLimiterPostgres('),
  );
  expect(limiting.toSorted()).toEqual(['platform/concurrency/throttle.ts', 'services/limiters/stores.ts']);
  for (const name of limiting)
    expect(readFileSync(path.join(server, name), 'utf8')).toContain('clearExpiredByTimeout: false');
});
