import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createTestDatabase } from '#tests/support/database.ts';
import { createId } from '#server/platform/ids.ts';
import { mailboxKeyOf } from './mailbox.ts';

const migration = path.resolve(
  import.meta.dirname,
  '../../../../prisma/migrations/20261122033547_free_allowance/migration.sql',
);

test('existing accounts have used up the free credit of their mailbox', async () => {
  const emails = [
    ...['n.o.nna+a+b@googlemail.com', 'nonna@gmail.com', 'zia-maria@pm.me', 'zia_maria+x@proton.me'],
    ...['no.nno@example.com', 'no.nno+1@example.com', '+odd+1@example.com', '+odd@example.com'],
  ];
  const { database, drop } = await createTestDatabase();
  try {
    for (const email of emails)
      await database.db.user.create({ data: { id: createId(), email, emailKey: email, passwordHash: '' } });
    const sql = await readFile(migration, 'utf8');
    await database.pool.query(sql.slice(sql.indexOf('WITH parts')));
    const kept = await database.db.freeAllowance.findMany();
    expect(kept.map(({ mailboxKey }) => mailboxKey).toSorted()).toEqual(
      [...new Set(emails.map(mailboxKeyOf))].toSorted(),
    );
    expect(kept).toHaveLength(4);
  } finally {
    await drop();
  }
});
