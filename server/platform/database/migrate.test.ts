import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { applyMigrations } from './migrate.ts';

let fresh: TestDatabase;
let directory: string;
beforeEach(async () => {
  fresh = await createTestDatabase();
  await fresh.database.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  directory = mkdtempSync(path.join(tmpdir(), 'memori-migrations-'));
  write('1_first', 'CREATE TABLE first (n int); CREATE TABLE other (n int)');
  write('2_second', 'ALTER TABLE first ADD COLUMN m int');
});
afterEach(async () => {
  await fresh.drop();
  rmSync(directory, { recursive: true });
});

function write(name: string, sql: string): void {
  mkdirSync(path.join(directory, name), { recursive: true });
  writeFileSync(path.join(directory, name, 'migration.sql'), sql);
}

const apply = () => applyMigrations(fresh.url, directory);
const rows = async (sql: string) => (await fresh.database.pool.query<Record<string, unknown>>(sql)).rows;
const tables = () => rows("SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");

test('applies missing migrations in order, once', async () => {
  expect(await apply()).toEqual(['1_first', '2_second']);
  expect(await apply()).toEqual([]);
  write('3_third', 'CREATE TABLE third (n int)');
  expect(await apply()).toEqual(['3_third']);
  expect(
    await rows('SELECT migration_name, applied_steps_count, logs FROM _prisma_migrations ORDER BY 1'),
  ).toEqual(
    ['1_first', '2_second', '3_third'].map((migration_name) => ({
      migration_name,
      applied_steps_count: 1,
      logs: null,
    })),
  );
});

test('is done by one of several processes that start at once', async () => {
  const applied = await Promise.all([apply(), apply(), apply(), apply()]);
  expect(applied.flat()).toEqual(['1_first', '2_second']);
});

test('rolls back a failed migration, and names it', async () => {
  write('3_bad', 'CREATE TABLE half (n int); CREATE TABLE first (n int)');
  await expect(apply()).rejects.toThrow(
    /^Migration 3_bad failed and was undone: relation "first" already exists$/,
  );
  expect(await tables()).not.toContainEqual({ tablename: 'half' });
  expect(await rows('SELECT migration_name FROM _prisma_migrations ORDER BY 1')).toHaveLength(2);
  write('3_bad', 'CREATE TABLE whole (n int)');
  expect(await apply()).toEqual(['3_bad']);
});

test('refuses an edited migration, but accepts changed line endings', async () => {
  write('1_first', 'CREATE TABLE first (n int);\nCREATE TABLE other (n int)');
  await apply();
  write('1_first', 'CREATE TABLE first (n int);\r\nCREATE TABLE other (n int)');
  expect(await apply()).toEqual([]);
  write('1_first', 'CREATE TABLE first (n bigint)');
  await expect(apply()).rejects.toThrow(/^Migration 1_first was edited after it was applied/);
});

test('refuses a database changed by a newer Memori, and one with a half-finished migration', async () => {
  await apply();
  write('3_third', 'CREATE TABLE third (n int)');
  await rows("UPDATE _prisma_migrations SET finished_at = NULL WHERE migration_name = '2_second'");
  await expect(apply()).rejects.toThrow(/^Migration 2_second failed half-way/);
  await rows("UPDATE _prisma_migrations SET finished_at = now() WHERE migration_name = '2_second'");
  rmSync(path.join(directory, '2_second'), { recursive: true });
  await expect(apply()).rejects.toThrow(/^The database was changed by a newer Memori \(migration 2_second\)/);
  expect(await tables()).not.toContainEqual({ tablename: 'third' });
});

test('accepts a newer Memori’s migration that works with a known one', async () => {
  await apply();
  write('3_third', '-- Works with: 2_second\nCREATE TABLE third (n int)');
  write('4_fourth', '-- Works with: 1_first\r\nALTER TABLE first ADD COLUMN k int');
  expect(await apply()).toEqual(['3_third', '4_fourth']);
  const without = (...names: string[]) => {
    for (const name of names) rmSync(path.join(directory, name), { recursive: true });
  };
  without('3_third', '4_fourth');
  expect(await apply()).toEqual([]);
  write('5_own', 'CREATE TABLE own (n int)');
  expect(await apply()).toEqual(['5_own']);
  without('2_second');
  await expect(apply()).rejects.toThrow(/^The database was changed by a newer Memori \(migration 2_second\)/);
});

test('refuses a newer migration that works only with unknown ones', async () => {
  write('3_third', '-- Works with: 2_second\nCREATE TABLE third (n int)');
  write('4_fourth', '-- Works with: 3_third\nCREATE TABLE fourth (n int)');
  await apply();
  for (const name of ['3_third', '4_fourth']) rmSync(path.join(directory, name), { recursive: true });
  await expect(apply()).rejects.toThrow(/^The database was changed by a newer Memori \(migration 4_fourth\)/);
});

test('names a migration whose file is missing', async () => {
  mkdirSync(path.join(directory, '3_empty'));
  await expect(apply()).rejects.toThrow(/^Migration 3_empty can't be read/);
});
