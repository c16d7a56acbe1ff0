import { createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { jobTable, readJobColumns, unfinishedJobs } from '#server/platform/jobs/stored-jobs.ts';
import { quoted, readTables, type Table } from './tables.ts';

/** Metadata of a consistent database snapshot; the rows are in separate files. */
export interface DatabaseDump {
  /** Applied migrations, in order. */
  migrations: string[];
  tables: Table[];
  /** Columns of the queue's jobs, of which unfinished ones are saved; empty if there is no queue. */
  jobColumns: string[];
  /** The current value of each sequence. */
  sequences: { name: string; value: string }[];
}

export const jobFile = `${jobTable}.copy`;
export const tableFile = ({ name }: Pick<Table, 'name'>): string => `${name}.copy`;

async function copyOut(client: pg.Client, query: string, file: string): Promise<void> {
  await pipeline(client.query(copyTo(`COPY (${query}) TO STDOUT`)), createWriteStream(file, { mode: 0o600 }));
}

/**
 * Writes all rows into files in `folder`, as one consistent snapshot during concurrent writes, and returns its
 * metadata. `keys` lists the stored files that these rows reference, each by an object's key or a prefix of several.
 */
export async function dumpDatabase(
  client: pg.Client,
  folder: string,
): Promise<{ dump: DatabaseDump; keys: string[] }> {
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    const tables = await readTables(client);
    for (const table of tables) {
      const query = `SELECT ${quoted(table.columns)} FROM public."${table.name}"`;
      await copyOut(client, query, path.join(folder, tableFile(table)));
    }
    const jobColumns = await readJobColumns(client);
    if (jobColumns.length > 0) {
      const query = `SELECT ${quoted(jobColumns)} FROM ${jobTable} WHERE ${unfinishedJobs}`;
      await copyOut(client, query, path.join(folder, jobFile));
    }
    const { rows: migrations } = await client.query<{ name: string }>(
      `SELECT migration_name AS name FROM "_prisma_migrations" WHERE rolled_back_at IS NULL ORDER BY name`,
    );
    const { rows: sequences } = await client.query<{ name: string; value: string }>(
      `SELECT sequencename AS name, last_value::text AS value FROM pg_sequences
       WHERE schemaname = 'public' AND last_value IS NOT NULL`,
    );
    const keys = await readKeys(client);
    return { dump: { migrations: migrations.map(({ name }) => name), tables, jobColumns, sequences }, keys };
  } finally {
    await client.query('ROLLBACK');
  }
}

async function readKeys(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>(`
    SELECT photo_key AS key FROM video_task WHERE photo_key <> '' AND photo_deleted_at IS NULL
    UNION SELECT rendition_prefix FROM video_task UNION SELECT shown_prefix FROM video_task
    UNION SELECT rendition_prefix FROM video_movement UNION SELECT run_prefix FROM album
    UNION SELECT rendition_prefix FROM data_export UNION SELECT 'audio/' || id FROM audio
    UNION SELECT 'boxes/' || id FROM box_photo WHERE status = 'waiting'`);
  return rows.flatMap(({ key }) => (key ? [key] : []));
}
