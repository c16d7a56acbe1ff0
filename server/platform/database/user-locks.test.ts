import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createUser } from '#tests/support/ledger.ts';

let fresh: TestDatabase;
beforeAll(async () => {
  fresh = await createTestDatabase();
});
afterAll(() => fresh.drop());

const server = path.join(import.meta.dirname, '../..');
const read = (name: string) => readFileSync(path.join(server, name), 'utf8');
const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts'),
);

test('a user’s row is locked as a key only where the key itself changes', () => {
  const locking = (how: RegExp) => sources.filter((name) => how.test(read(name))).toSorted();
  // Erasing replaces the user's id.
  expect(locking(/FROM app_user\b[^`]*\bFOR UPDATE\b/)).toEqual(['features/accounts/erase-account.ts']);
  expect(locking(/FROM app_user\b[^`]*\bFOR NO KEY UPDATE\b/)).toContain('platform/credentials.ts');
});

test.each([
  ['FOR NO KEY UPDATE', true],
  ['FOR UPDATE', false],
])('with a user locked %s, a row that refers to them can be inserted: %s', async (lock, isInserted) => {
  const { db, pool } = fresh.database;
  const userId = await createUser(db);
  const [holder, other] = [await pool.connect(), await pool.connect()];
  try {
    await holder.query('BEGIN');
    await holder.query(`SELECT 1 FROM app_user WHERE id = $1 ${lock}`, [userId]);
    await other.query('BEGIN');
    await other.query("SET LOCAL lock_timeout = '50ms'");
    const inserting = other
      .query(
        `INSERT INTO purchase (session_id, user_id, package_id, credits, price, language)
         VALUES ($1, $2, 'heritage', 5, 899, 'en')`,
        [`cs_test_${userId}`, userId],
      )
      .then(
        () => true,
        () => false,
      );
    expect(await inserting).toBe(isInserted);
  } finally {
    for (const client of [other, holder]) {
      await client.query('ROLLBACK');
      client.release();
    }
  }
});
