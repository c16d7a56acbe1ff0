import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ask } from '#tests/support/embedded-user.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'memori-roles-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 }));

test('the application role is not a superuser: it can’t run programs, read files or open other databases', async () => {
  const server = await startEmbeddedPostgres(dataDir, { fsync: false });
  const mine = `SELECT rolsuper OR rolcreaterole OR rolcreatedb OR rolreplication OR rolbypassrls AS much
    FROM pg_roles WHERE rolname = current_user`;
  expect(await ask(server.url, mine)).toEqual([{ much: false }]);
  const file = path.join(dataDir, 'made');
  await expect(ask(server.url, `COPY (SELECT 1) TO PROGRAM 'touch ${file}'`)).rejects.toThrow(
    /permission denied to COPY to or from an external program/,
  );
  await expect(ask(server.url, "SELECT pg_read_file('/etc/passwd')")).rejects.toThrow(/permission denied/);
  await expect(ask(server.url, 'SET ROLE memori')).rejects.toThrow(/permission denied/);
  const elsewhere = new URL(server.url);
  elsewhere.pathname = '/postgres';
  await expect(ask(elsewhere.href, 'SELECT 1')).rejects.toThrow(/permission denied for database/);
  expect(existsSync(file)).toBe(false);
  await server.stop();
});

/** The state left by an earlier release: everything belongs to the superuser. */
const earlier = [
  'CREATE SCHEMA queue',
  "CREATE TYPE queue.state AS ENUM ('created')",
  'CREATE TABLE queue.job (id serial, state queue.state) PARTITION BY LIST (state)',
  "CREATE TABLE queue.job_created PARTITION OF queue.job FOR VALUES IN ('created')",
  'CREATE SEQUENCE kept_numbers',
  'CREATE TABLE kept (n int GENERATED ALWAYS AS IDENTITY, text text)',
  'CREATE VIEW seen AS SELECT * FROM kept',
  'CREATE FUNCTION one() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  "INSERT INTO kept (text) VALUES ('a')",
];

test('the database of an earlier release, owned by the superuser, is handed over completely', async () => {
  const first = await startEmbeddedPostgres(dataDir, { fsync: false });
  const admin = new URL(first.superuserUrl);
  admin.pathname = '/postgres';
  await ask(admin.href, 'DROP DATABASE memori');
  await ask(admin.href, 'DROP OWNED BY memori_app');
  await ask(admin.href, 'DROP ROLE memori_app');
  await ask(admin.href, 'CREATE DATABASE memori');
  for (const statement of earlier) await ask(first.superuserUrl, statement);
  await first.stop();
  rmSync(path.join(dataDir, 'postgres-app-password'));

  const second = await startEmbeddedPostgres(dataDir, { fsync: false });
  await ask(second.url, "INSERT INTO kept (text) VALUES ('b')");
  expect(await ask(second.url, 'SELECT n, text FROM seen ORDER BY n')).toEqual([
    { n: 1, text: 'a' },
    { n: 2, text: 'b' },
  ]);
  for (const change of [
    'ALTER TABLE queue.job ADD COLUMN more int',
    "ALTER TYPE queue.state ADD VALUE 'done'",
    'DROP FUNCTION one()',
    'DROP VIEW seen',
    'ALTER SEQUENCE kept_numbers RESTART 7',
    'DROP SCHEMA queue CASCADE',
    'CREATE SCHEMA another',
  ])
    await ask(second.url, change);
  await second.stop();
});
