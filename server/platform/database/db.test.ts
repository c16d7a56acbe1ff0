import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';

test('a transaction waits for a connection for longer than two seconds, like any other query', async () => {
  const { database, drop } = await createTestDatabase({ maxConnections: 1 });
  const held = database.pool.query('SELECT pg_sleep(2.5)');
  const begun = database.db.$transaction((tx) => tx.user.count());
  await held;
  expect(await begun).toBe(0);
  await drop();
});
