import { createReadStream, createWriteStream } from 'node:fs';
import { cp, mkdir, mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Decrypter } from 'age-encryption';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { extract } from 'tar-stream';
import { connectUnlimited, type DatabaseAddress } from '#server/platform/database/connection.ts';
import { applyMigrations } from '#server/platform/database/migrate.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { type DatabaseDump, jobFile, tableFile } from './dump.ts';
import { jobTable, readJobColumns } from '#server/platform/jobs/stored-jobs.ts';
import { quoted } from './tables.ts';
import { type BackupEnd, backupFormat } from './write.ts';

/** A backup can't be restored; the message is for the operator. */
export class RestoreError extends Error {
  override name = 'RestoreError';
}

/** The target database of a dump. */
export interface LoadOptions {
  address: string | DatabaseAddress;
  /** Prisma's migrations folder. */
  migrations: string;
  /** Creates the queue's tables if they are missing. */
  prepareQueue(): Promise<void>;
}

export interface RestoreOptions extends LoadOptions {
  storage: Storage;
  dataDir: string;
  key: string | null;
}

/**
 * Restores a backup into an empty Memori. The database changes in one transaction at the end, once the whole backup has
 * been read; files from a failed attempt are overwritten by the next. Throws RestoreError if the backup is truncated,
 * was made by a newer Memori or is encrypted with another key.
 */
export async function restoreBackup(source: string, options: RestoreOptions): Promise<BackupEnd> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-restore-'));
  try {
    const end = await readArchive(source, folder, options);
    await loadDatabase(end.dump, path.join(folder, `database-${end.snapshot}`), options);
    return end;
  } finally {
    // After a failure, a file that was about to be written may still appear.
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

/**
 * Loads what `dumpDatabase` wrote into `folder` into an empty database: creates the schema of the dump, loads all rows
 * in one transaction and then migrates. Throws RestoreError if a newer Memori wrote the dump.
 */
export async function loadDatabase(dump: DatabaseDump, folder: string, options: LoadOptions): Promise<void> {
  await migrateTo(dump.migrations, folder, options);
  await options.prepareQueue();
  await load(dump, folder, options);
  await applyMigrations(options.address, options.migrations);
}

/** Throws RestoreError if the database has accounts. */
export async function requireEmpty(address: string | DatabaseAddress): Promise<void> {
  const client = await connectUnlimited(address, 'memori backup');
  try {
    const { rows } = await client.query<{ known: boolean }>(
      `SELECT to_regclass('public.app_user') IS NOT NULL AS known`,
    );
    if (!rows[0]?.known) return;
    const { rowCount } = await client.query('SELECT FROM app_user LIMIT 1');
    if (rowCount !== 0)
      throw new RestoreError(
        'There are accounts already: a backup can only be restored into an empty Memori.',
      );
  } finally {
    await client.end();
  }
}

const ageHeader = 'age-encryption.org/';

async function openArchive(source: string, key: string | null): Promise<Readable> {
  await using handle = await open(source, 'r');
  const { buffer } = await handle.read(Buffer.alloc(ageHeader.length), 0, ageHeader.length, 0);
  const file = createReadStream(source);
  if (buffer.toString('latin1') !== ageHeader) return file;
  if (key === null) throw new RestoreError('This backup is encrypted: set BACKUP_KEY to its key.');
  const decrypter = new Decrypter();
  decrypter.addPassphrase(key);
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(file) as never)) as never);
  } catch (cause) {
    throw new RestoreError('BACKUP_KEY is not the key of this backup.', { cause });
  }
}

/** Puts stored files into the storage and everything else into `folder` or the data directory. */
async function readArchive(source: string, folder: string, options: RestoreOptions): Promise<BackupEnd> {
  const archive = extract();
  const reading = pipeline(await openArchive(source, options.key), archive);
  let objects = 0;
  const store = async () => {
    for await (const entry of archive) {
      const { name } = entry.header;
      const [, top = '', rest = ''] = /^([^/]+)\/(.+)$/.exec(name) ?? [null, '', name];
      const file = path.join(folder, 'incoming');
      if (top === 'media') {
        await pipeline(entry, createWriteStream(file, { mode: 0o600 }));
        await options.storage.putFile(rest, file);
        objects += 1;
      } else await writeBelow(top === 'data' ? options.dataDir : path.join(folder, top), rest, entry);
    }
  };
  try {
    await Promise.all([reading, store()]);
  } catch (cause) {
    throw new RestoreError(`The backup can't be read to its end: ${String(cause)}`, { cause });
  }
  const end = JSON.parse(
    await readFile(path.join(folder, 'end.json'), 'utf8').catch(() => 'null'),
  ) as BackupEnd | null;
  if (!end || end.objects !== objects) throw new RestoreError('The backup is truncated.');
  if (end.format !== backupFormat) throw new RestoreError('The backup was made by a newer Memori.');
  return end;
}

async function writeBelow(
  folder: string,
  name: string,
  source: NodeJS.ReadableStream | AsyncIterable<unknown>,
): Promise<void> {
  const file = path.resolve(folder, name);
  if (!file.startsWith(path.resolve(folder) + path.sep))
    throw new RestoreError(`The backup contains an invalid name: ${name}`);
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await pipeline(source, createWriteStream(file, { mode: 0o600 }));
}

/** The rows match the schema they were dumped from, not a later one. */
async function migrateTo(names: readonly string[], folder: string, options: LoadOptions): Promise<void> {
  const known = new Set(await readdir(options.migrations));
  const unknown = names.find((name) => !known.has(name));
  if (unknown)
    throw new RestoreError(`The backup was made by a newer Memori (migration ${unknown}): use that one.`);
  const then = path.join(folder, 'migrations');
  for (const name of names)
    await cp(path.join(options.migrations, name), path.join(then, name), { recursive: true });
  await applyMigrations(options.address, then);
}

async function load(dump: DatabaseDump, folder: string, { address }: LoadOptions): Promise<void> {
  const client = await connectUnlimited(address, 'memori backup');
  try {
    await client.query('BEGIN');
    for (const table of dump.tables)
      await copyIn(client, `public."${table.name}"`, table.columns, path.join(folder, tableFile(table)));
    const known = await readJobColumns(client);
    // Jobs of another queue version are skipped: the sweep fails work without a job and refunds its credit.
    if (dump.jobColumns.length > 0 && dump.jobColumns.every((column) => known.includes(column)))
      await copyIn(client, jobTable, dump.jobColumns, path.join(folder, jobFile));
    for (const { name, value } of dump.sequences)
      await client.query('SELECT setval($1::regclass, $2)', [`public.${name}`, value]);
    await client.query('COMMIT');
  } finally {
    await client.end();
  }
}

async function copyIn(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  file: string,
): Promise<void> {
  const into = client.query(copyFrom(`COPY ${table} (${quoted(columns)}) FROM STDIN`));
  await pipeline(createReadStream(file), into);
}
