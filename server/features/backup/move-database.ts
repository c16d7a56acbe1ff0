import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { connectUnlimited, type DatabaseAddress } from '#server/platform/database/connection.ts';
import { jobTable, unfinishedJobs } from '#server/platform/jobs/stored-jobs.ts';
import { type DatabaseDump, dumpDatabase } from './dump.ts';
import { loadDatabase, type LoadOptions } from './restore.ts';
import { quoted, readTables } from './tables.ts';
import { MoveError, moveConnectionName, requireExclusiveAccess } from './exclusive-access.ts';

export interface MoveDatabaseOptions {
  source: string | DatabaseAddress;
  /** Migrates the source, including the queue, to the current schema. */
  prepareSource(): Promise<void>;
  target: LoadOptions;
}

/** The contents of the target, verified against the source. */
export interface MovedDatabase {
  tables: number;
  rows: number;
  jobs: number;
}

/**
 * Copies an idle database into an empty one in one transaction, including unfinished jobs, and compares the two row by
 * row. The source's data stays as it is. Throws MoveError, leaving at most empty tables in the target.
 */
export async function moveDatabase(options: MoveDatabaseOptions): Promise<MovedDatabase> {
  const { source, target } = options;
  await requireExclusiveAccess(source);
  await options.prepareSource();
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-move-'));
  const from = await connectUnlimited(source, moveConnectionName);
  try {
    const to = await connectUnlimited(target.address, moveConnectionName);
    try {
      await requireFit(from, to);
      const { dump } = await dumpDatabase(from, folder);
      await loadDatabase(dump, folder, target);
      // This is the same installation, not a copy: its file store must recognize it.
      const { rows } = await from.query<{ id: string }>('SELECT id FROM installation');
      await to.query('UPDATE installation SET id = $1', [rows[0]?.id]);
      await requireExclusiveAccess(source);
      return await compare(from, to, dump);
    } finally {
      await to.end();
    }
  } finally {
    await from.end();
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Returns why the source can't move to the target, or null. Versions are in the format of `server_version_num`. Pure.
 */
export function versionProblem(source: number, target: number): string | null {
  const [from, to] = [source, target].map((version) => Math.floor(version / 10_000)) as [number, number];
  return to < from
    ? `The target is PostgreSQL ${to}, older than the ${from} that the data comes from.`
    : null;
}

async function requireFit(from: pg.Client, to: pg.Client): Promise<void> {
  const ask = async (client: pg.Client) => {
    const { rows } = await client.query<{ version: string; place: string; encoding: string }>(
      `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
       (SELECT oid FROM pg_database WHERE datname = current_database()) || pg_postmaster_start_time()::text AS place`,
    );
    return rows[0] ?? { version: '0', place: '', encoding: '' };
  };
  const [source, target] = [await ask(from), await ask(to)];
  if (source.place === target.place) throw new MoveError('The target is the database that is in use.');
  const problem = versionProblem(Number(source.version), Number(target.version));
  if (problem) throw new MoveError(problem);
  if (target.encoding !== 'UTF8')
    throw new MoveError(
      `The target keeps text as ${target.encoding}: make the database with ENCODING 'UTF8'.`,
    );
  // An aborted attempt leaves our tables behind, empty.
  const ours = new Set((await readTables(from)).map(({ name }) => name));
  for (const { name } of await readTables(to)) {
    const { rowCount } = await to.query(`SELECT FROM public."${name}" LIMIT 1`);
    if (!ours.has(name) || rowCount !== 0)
      throw new MoveError(`The target is not empty: it has the table ${name}. Create a separate database.`);
  }
}

/** Throws MoveError if anything in the target differs from the source. */
async function compare(from: pg.Client, to: pg.Client, dump: DatabaseDump): Promise<MovedDatabase> {
  const requireSame = async (what: string, query: string): Promise<number> => {
    const [there, here] = [await printOf(from, query), await printOf(to, query)];
    if (there.print !== here.print) throw new MoveError(`${what} differs in the target.`);
    return here.rows;
  };
  let rows = 0;
  for (const { name } of dump.tables)
    rows += await requireSame(`The table ${name}`, `SELECT * FROM public."${name}"`);
  const counters = `SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public'`;
  await requireSame('A counter', counters);
  const waiting = `SELECT ${quoted(dump.jobColumns)} FROM ${jobTable} WHERE ${unfinishedJobs}`;
  return { tables: dump.tables.length, rows, jobs: await requireSame('The queue', waiting) };
}

/** A fingerprint of a query's result, independent of the order of its rows. */
async function printOf(client: pg.Client, query: string): Promise<{ print: string; rows: number }> {
  await client.query(`SET timezone = 'UTC'`);
  const { rows } = await client.query<{ rows: string; print: string | null }>(
    `SELECT count(*) AS rows, sum(hashtextextended(t::text, 0)::numeric)::text AS print FROM (${query}) t`,
  );
  const [found] = rows;
  return { print: `${found?.rows} ${found?.print}`, rows: Number(found?.rows) };
}
