import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { connectUnlimited, type DatabaseAddress } from './connection.ts';

/** The database can't be migrated to the schema that this release needs. One line; names the migration. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

interface Migration {
  name: string;
  sql: string;
  /** SHA-256 in hex of the text with LF line endings: a checkout may have converted them, and Prisma accepts either. */
  checksum: string;
  /** The migration that an older server must know to work with the schema after this one; null if none can. */
  worksWith: string | null;
}

interface AppliedRow {
  migration_name: string;
  checksum: string;
  finished_at: Date | null;
  logs: string | null;
}

/** The key of Prisma's own migration lock: its tools and we never migrate concurrently. */
const lockKey = 72707369;

/** Prefix of a name in Prisma's column for logs, so that a server that lacks the migration itself can read it. */
const worksWithMark = 'works with ';

/** Lock timeout for a table in milliseconds: while a migration waits for a lock, all later queries queue behind it. */
const maxTableWait = 15_000;

/** As created by Prisma's schema engine, whose tools read and accept our entries. */
const bookkeeping = `CREATE TABLE IF NOT EXISTS "_prisma_migrations" (
  "id" VARCHAR(36) PRIMARY KEY NOT NULL,
  "checksum" VARCHAR(64) NOT NULL,
  "finished_at" TIMESTAMPTZ,
  "migration_name" VARCHAR(255) NOT NULL,
  "logs" TEXT,
  "rolled_back_at" TIMESTAMPTZ,
  "started_at" TIMESTAMPTZ NOT NULL DEFAULT now(),
  "applied_steps_count" INTEGER NOT NULL DEFAULT 0
)`;

/**
 * Applies the migrations in `directory` (Prisma's layout: NAME/migration.sql, in the order of their names) that the
 * database lacks, each in one transaction, and returns their names. Several processes may call it concurrently. A
 * migration unknown here, applied by a newer release, is tolerated if its first line declares that it may be:
 * `-- Works with: NAME`, naming a migration that is known here (decision 153). Throws MigrationError, without changing
 * anything, if a migration was edited after it was applied, failed half-way under another tool, or is unknown and not
 * tolerated; also if a migration fails, which is then rolled back.
 */
export async function applyMigrations(
  address: string | DatabaseAddress,
  directory: string,
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  // A migration may take long, and so may another process's that this one waits for.
  const client = await connectUnlimited(address, 'memori migrations');
  try {
    // A session-level lock, released when the connection ends, whatever happens in between.
    await client.query('SELECT pg_advisory_lock($1)', [lockKey]);
    await client.query(`SET lock_timeout = ${maxTableWait}`);
    await client.query(bookkeeping);
    const pending = pendingMigrations(migrations, await readApplied(client));
    for (const migration of pending) await apply(client, migration);
    return pending.map(({ name }) => name);
  } finally {
    await client.end();
  }
}

/** The migration that an older server must know to tolerate this one, from its first line; null if none can. */
export const worksWithOf = (sql: string): string | null =>
  /^-- Works with: (\w+)\r?\n/.exec(sql)?.[1] ?? null;

async function readMigrations(directory: string): Promise<Migration[]> {
  const entries = await readdir(directory, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(
    names.sort().map(async (name) => {
      const sql = await readFile(path.join(directory, name, 'migration.sql'), 'utf8').catch(
        (error: unknown) => {
          throw new MigrationError(`Migration ${name} can't be read: ${String(error)}`);
        },
      );
      const checksum = createHash('sha256').update(sql.replaceAll('\r\n', '\n')).digest('hex');
      return { name, sql, checksum, worksWith: worksWithOf(sql) };
    }),
  );
}

async function readApplied(client: pg.Client): Promise<AppliedRow[]> {
  const { rows } = await client.query<AppliedRow>(
    'SELECT migration_name, checksum, finished_at, logs FROM "_prisma_migrations" WHERE rolled_back_at IS NULL',
  );
  return rows;
}

/** Pure: the pending migrations, in order. Throws MigrationError if history and files disagree. */
function pendingMigrations(migrations: Migration[], applied: AppliedRow[]): Migration[] {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { migration_name: name, checksum, finished_at, logs } of applied) {
    const migration = known.get(name);
    if (!migration) {
      if (finished_at && logs?.startsWith(worksWithMark) && known.has(logs.slice(worksWithMark.length)))
        continue;
      throw new MigrationError(
        `The database was changed by a newer Memori (migration ${name}): start that one.`,
      );
    }
    if (!finished_at) {
      throw new MigrationError(
        `Migration ${name} failed half-way: repair the database, then mark it resolved.`,
      );
    }
    if (checksum !== migration.checksum) {
      throw new MigrationError(`Migration ${name} was edited after it was applied: restore its file.`);
    }
  }
  const done = new Set(applied.map((row) => row.migration_name));
  return migrations.filter(({ name }) => !done.has(name));
}

async function apply(client: pg.Client, { name, sql, checksum, worksWith }: Migration): Promise<void> {
  try {
    await client.query('BEGIN');
    await client.query(sql);
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, logs, finished_at, applied_steps_count)
       VALUES ($1, $2, $3, $4, clock_timestamp(), 1)`,
      [randomUUID(), checksum, name, worksWith && worksWithMark + worksWith],
    );
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new MigrationError(`Migration ${name} failed and was undone: ${reason}`, { cause: error });
  }
}
