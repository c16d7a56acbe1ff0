import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { worksWithOf } from '#server/platform/database/migrate.ts';
import { breakingStatements } from './lib/migration-statements.ts';

/** Every migration after this one must be compatible with servers of the previous release (decision 153). */
const lastBeforeReleases = '20261123040806_installation';
const older = 'older than the first release: no server of before is left';

/** Migrations with statements that may break a server of the previous release, and why that is accepted. */
const accepted: Record<string, string> = {
  '20261121152533_albums': older,
  '20261122033547_free_allowance': older,
  '20261122174722_erasure': older,
  '20261122203403_purchase_receipts': older,
  '20261122204846_test_tokens': older,
  '20261123002000_small_renditions': older,
  '20261126102000_token_scope_manage':
    'allows more than before; the previous release only reads what people chose',
  '20261126102424_account_credentials':
    'its triggers only notify, on a channel that the previous release ignores',
  '20261126160100_erasure_ends_streams': 'as 20261126102424_account_credentials',
  '20261126103206_hidden_clips': 'it fills its new column only, which servers of before never read or write',
};

const folder = path.join(import.meta.dirname, '../prisma/migrations');
const migrations = globSync('*/migration.sql', { cwd: folder })
  .map((file) => ({
    name: path.dirname(file),
    sql: readFileSync(path.join(folder, file), 'utf8'),
  }))
  .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));

test('no migration breaks servers of the previous release, except accepted ones', () => {
  const breaking = migrations.flatMap(({ name, sql }) =>
    name in accepted ? [] : breakingStatements(sql).map((found) => ({ name, ...found })),
  );
  expect(breaking).toEqual([]);
});

test('every acceptance is needed, and those for old migrations apply to old ones only', () => {
  const needless = Object.keys(accepted).filter(
    (name) => breakingStatements(migrations.find((each) => each.name === name)?.sql ?? '').length === 0,
  );
  expect(needless).toEqual([]);
  const late = Object.entries(accepted).filter(
    ([name, reason]) => reason === older && name > lastBeforeReleases,
  );
  expect(late).toEqual([]);
});

test('every later migration names the oldest migration that it works with', () => {
  const names = migrations.map(({ name }) => name);
  expect(names).toContain(lastBeforeReleases);
  for (const { name, sql } of migrations.filter((each) => each.name > lastBeforeReleases)) {
    const oldest = worksWithOf(sql) ?? '';
    expect(names, `${name}: its first line is "-- Works with: MIGRATION"`).toContain(oldest);
    expect(oldest < name, name).toBe(true);
  }
});

test.each([
  'DROP TABLE "video_task"',
  'ALTER TABLE "video_task" DROP COLUMN "name"',
  'ALTER TABLE "video_task" RENAME COLUMN "name" TO "title"',
  'ALTER TABLE "video_task" RENAME TO "task"',
  'ALTER TABLE "video_task" ADD COLUMN "size" INTEGER NOT NULL',
  'ALTER TABLE "video_task" ADD COLUMN "a" INTEGER, ADD COLUMN "b" TEXT NOT NULL',
  'ALTER TABLE "video_task" ALTER COLUMN "name" SET NOT NULL',
  'ALTER TABLE "video_task" ALTER COLUMN "seed" TYPE BIGINT',
  'ALTER TABLE "video_task" ALTER COLUMN "seed" DROP DEFAULT',
  `ALTER TABLE "video_task" ADD CONSTRAINT "short" CHECK (char_length("name") < 10)`,
  `ALTER TABLE "video_task" ADD COLUMN "a" INT; ALTER TABLE "video_task" ADD CONSTRAINT "both" CHECK ("a" > 0 OR "name" <> '')`,
  'ALTER TABLE "video_task" ADD CONSTRAINT "f" FOREIGN KEY ("name") REFERENCES "app_user"("id")',
  'CREATE UNIQUE INDEX "one" ON "video_task"("name")',
  'CREATE TRIGGER "t" BEFORE UPDATE ON "video_task" FOR EACH ROW EXECUTE FUNCTION "f"()',
  'CREATE OR REPLACE FUNCTION "f"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NEW; END $$',
  `UPDATE "video_task" SET "name" = ''`,
  'DELETE FROM "video_task"',
  `INSERT INTO "app_user" ("id") VALUES ('a')`,
  'DROP INDEX "video_task_user_id_idx"',
  `/* ; */ DROP TABLE "video_task" -- ok`,
])('%s is detected as breaking', (sql) => {
  expect(breakingStatements(sql)).toHaveLength(1);
});

test.each([
  'ALTER TABLE "video_task" ADD COLUMN "size" INTEGER',
  `ALTER TABLE "video_task" ADD COLUMN "size" TEXT NOT NULL DEFAULT 'a;b'`,
  `ALTER TABLE "video_task" ADD COLUMN "a" TEXT; ALTER TABLE "video_task" ADD CONSTRAINT "c" CHECK ("a" <> '')`,
  'ALTER TABLE "video_task" ADD COLUMN "a" TEXT; CREATE UNIQUE INDEX "one" ON "video_task"("a")',
  'ALTER TABLE "video_task" ADD COLUMN "a" TEXT; ALTER TABLE "video_task" ADD CONSTRAINT "f" FOREIGN KEY ("a") REFERENCES "app_user"("id")',
  'CREATE TABLE "new" ("id" TEXT NOT NULL); ALTER TABLE "new" ALTER COLUMN "id" SET NOT NULL; CREATE UNIQUE INDEX "n" ON "new"("id")',
  'CREATE INDEX "i" ON "video_task"("name")',
  'ALTER TABLE "video_task" DROP CONSTRAINT "c"',
  'ALTER TABLE "video_task" ALTER COLUMN "name" DROP NOT NULL',
  'CREATE FUNCTION "f"() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN DELETE FROM "a"; RETURN NEW; END $$',
  '-- DROP TABLE "video_task";',
])('%s is not breaking', (sql) => {
  expect(breakingStatements(sql)).toEqual([]);
});
