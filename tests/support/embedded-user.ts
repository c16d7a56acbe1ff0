import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';

/** A separate process that uses the embedded database. */
export interface EmbeddedUser {
  url: string;
  superuserUrl: string;
  pid: number;
  /** Exits gracefully; resolves when the process has ended. */
  leave(): Promise<void>;
  /** kill -9. */
  kill(): Promise<void>;
}

const script = path.join(import.meta.dirname, 'postgres-process.ts');

interface UserOptions {
  /** Replaces the environment. */
  env?: NodeJS.ProcessEnv;
  /** The user that it runs as (root only). */
  user?: { uid: number; gid: number };
  /** With fsync, as in production; slower. */
  durable?: boolean;
}

/** Starts such a process without waiting for its database. */
export function spawnUser(
  dataDir: string,
  { env, user, durable = false }: UserOptions = {},
): ChildProcessByStdio<Writable, Readable, Readable> {
  // In a process group of its own, as started by a shell, so that signals to the group can be tested.
  const options = { ...user, ...(env && { env }), detached: true };
  return spawn(process.execPath, [script, dataDir, ...(durable ? ['--durable'] : [])], {
    ...options,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/**
 * Starts such a process and resolves with its database's address; rejects with its standard error if it exits first.
 */
export async function startUser(dataDir: string, options?: UserOptions): Promise<EmbeddedUser> {
  const child = spawnUser(dataDir, options);
  const ended = once(child, 'close');
  let complaint = '';
  child.stderr.on('data', (chunk: Buffer) => {
    complaint += chunk.toString('utf8');
  });
  const failed = ended.then(() => Promise.reject(new Error(complaint.trim())));
  failed.catch(() => {});
  const [line] = (await Promise.race([once(createInterface(child.stdout), 'line'), failed])) as [string];
  return {
    ...(JSON.parse(line) as { url: string; superuserUrl: string }),
    pid: child.pid ?? 0,
    async leave() {
      child.stdin.end();
      const [code] = (await ended) as [number | null];
      if (code !== 0) throw new Error(complaint.trim());
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Runs one statement on a separate connection and returns the rows. */
export async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The user `nobody`, if this process is root and `nobody` has access to all of `folders`. */
export function nobodyWithin(...folders: string[]): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(spawnSync('id', [flag, 'nobody'], { encoding: 'utf8' }).stdout);
  const user = { uid: id('-u'), gid: id('-g') };
  const enters = (folder: string) =>
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...user, cwd: '/' }).status === 0;
  return folders.every(enters) ? user : undefined;
}
