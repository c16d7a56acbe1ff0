import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { missingSql } from './schema-engine.ts';

// Small on purpose: `npm run check` compares the real migrations with the real schema.
const schemaBefore = `
datasource db {
  provider = "postgresql"
}

model User {
  id     String  @id
  videos Video[]
}

model Video {
  id     String @id
  userId String @map("user_id")
  user   User   @relation(fields: [userId], references: [id])

  @@map("video")
}
`;
const migrations = {
  '20260101000000_users':
    'CREATE TABLE "User" ("id" TEXT NOT NULL, CONSTRAINT "User_pkey" PRIMARY KEY ("id"));',
  '20260102000000_videos': `
    CREATE TABLE "video" ("id" TEXT NOT NULL, "user_id" TEXT NOT NULL, CONSTRAINT "video_pkey" PRIMARY KEY ("id"));
    ALTER TABLE "video" ADD CONSTRAINT "video_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "User"("id")
      ON DELETE RESTRICT ON UPDATE CASCADE;`,
};

test('reports the SQL that the migrations lack for the schema', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-schema-'));
  try {
    for (const [name, sql] of Object.entries(migrations)) {
      await mkdir(path.join(folder, 'migrations', name), { recursive: true });
      await writeFile(path.join(folder, 'migrations', name, 'migration.sql'), sql);
    }
    await writeFile(path.join(folder, 'migrations/migration_lock.toml'), 'provider = "postgresql"\n');
    const schema = path.join(folder, 'schema.prisma');
    await writeFile(schema, `${schemaBefore}\nmodel Extra {\n  id String @id\n}\n`);
    const sql = await missingSql(path.join(folder, 'migrations'), schema);
    expect(sql).toContain('CREATE TABLE "Extra"');
    expect(sql).not.toContain('video');
    await writeFile(schema, schemaBefore);
    expect(await missingSql(path.join(folder, 'migrations'), schema)).toBe('');
  } finally {
    await rm(folder, { recursive: true });
  }
});
