import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createUser } from '#tests/support/ledger.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import { reserveToken } from '../account-tokens.ts';
import { requireFree } from './address.ts';

let own: TestDatabase;
beforeAll(async () => {
  own = await createTestDatabase();
});
afterAll(() => own.drop());

test('whether an address is free is looked up without reading all reserved ones', async () => {
  const { db, pool } = own.database;
  const userId = await createUser(db);
  await db.accountToken.createMany({
    data: Array.from({ length: 4_000 }, (_each, index) => ({
      id: createId(),
      userId,
      purpose: index % 2 ? 'undo-email' : 'verify',
      email: `nonna${index}@example.com`,
      expiresAt: new Date('2099-01-01'),
    })),
  });
  await pool.query('ANALYZE account_token');
  let plan = '';
  const explaining = {
    async $queryRaw([first = '', ...rest]: TemplateStringsArray, ...values: unknown[]) {
      const explain = Prisma.sql([`EXPLAIN (FORMAT JSON) ${first}`, ...rest], ...values);
      plan += JSON.stringify(await db.$queryRaw(explain));
      return [];
    },
  };
  await requireFree(explaining as unknown as Tx, createId(), 'Nonna7@example.com');
  expect(plan).toContain('"Index Name":"account_token_reserved_email"');
  await expect(requireFree(db, createId(), 'Nonna7@example.com')).rejects.toMatchObject({
    code: 'email_taken',
  });
  await requireFree(db, createId(), 'nonna8@example.com');
});

test.each([
  ['İpek@example.com', 'i̇pek@example.com'],
  ['ΝΙΚΟΣ@example.com', 'νικος@example.com'],
])('%s can be taken back, whatever PostgreSQL takes for its lower case', async (before, typed) => {
  const { db } = own.database;
  await reserveToken(db, { userId: await createUser(db), purpose: 'undo-email', email: before });
  await expect(requireFree(db, createId(), typed)).rejects.toMatchObject({ code: 'email_taken' });
});

test('a link of the former release, which stored no key, reserves its address as well', async () => {
  const { db } = own.database;
  const expiresAt = new Date('2099-01-01');
  const row = {
    id: createId(),
    userId: await createUser(db),
    purpose: 'undo-email',
    email: 'Zio@example.com',
  };
  await db.accountToken.create({ data: { ...row, expiresAt } });
  await expect(requireFree(db, createId(), 'zio@EXAMPLE.com')).rejects.toMatchObject({ code: 'email_taken' });
});
