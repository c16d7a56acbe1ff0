import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { missingSql } from './schema-engine.ts';

const prisma = path.resolve(import.meta.dirname, '../../prisma');

test('reports the SQL that the migrations lack for the schema', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-schema-'));
  try {
    await cp(prisma, folder, { recursive: true });
    const schema = path.join(folder, 'schema.prisma');
    const before = await readFile(schema, 'utf8');
    await writeFile(schema, `${before}\nmodel Extra {\n  id String @id\n}\n`);
    const sql = await missingSql(path.join(folder, 'migrations'), schema);
    expect(sql).toContain('CREATE TABLE "Extra"');
    await writeFile(schema, before);
    expect(await missingSql(path.join(folder, 'migrations'), schema)).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
});
