import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import { createLogger } from '#server/platform/logging/logger.ts';
import { applyMigrations } from '#server/platform/database/migrate.ts';
import { openQueue } from '#server/composition/queue.ts';

/** The addresses of a run's PostgreSQL; the tests' databases are on the same server. */
export interface RunPostgres {
  /** The superuser's. */
  adminUrl: string;
  /** The application's own, whose role is not a superuser and owns the tests' databases. */
  appUrl: string;
}

/** The migrated database, with all queues created, that tests clone. */
const template = 'memori_template';

/**
 * An arbitrary number. Processes clone one at a time, since PostgreSQL refuses to clone a database that another session
 * is cloning.
 */
const cloneLock = 4_201_120;

/**
 * Starts one embedded PostgreSQL for a whole run, in a temporary folder, with the template that `createDatabase`
 * clones. It runs in a process that exits with this one, even if this one is killed.
 */
export async function startRunPostgres(): Promise<RunPostgres & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memori-test-postgres-'));
  const script = path.join(import.meta.dirname, 'postgres-process.ts');
  const child = spawn(process.execPath, [script, dataDir, '--temporary'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  try {
    const urls = await readUrls(child);
    await createTemplate(urls);
    return { ...urls, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readUrls(child: ChildProcessByStdio<Writable, Readable, null>): Promise<RunPostgres> {
  for await (const line of createInterface(child.stdout)) {
    const { url, superuserUrl } = JSON.parse(line) as { url: string; superuserUrl: string };
    return { appUrl: url, adminUrl: superuserUrl };
  }
  throw new Error('The database of the tests did not start.');
}

async function createTemplate({ adminUrl, appUrl }: RunPostgres): Promise<void> {
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`CREATE DATABASE ${template} OWNER ${new URL(appUrl).username}`);
    const address = urlOfDatabase(appUrl, template);
    await applyMigrations(address, path.resolve(import.meta.dirname, '../../prisma/migrations'));
    const queue = await openQueue({ address, logger: createLogger('silent'), worker: false });
    await queue.stop({ graceful: false });
    // A database can be cloned only while nobody is connected to it.
    await admin.query(`ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
    await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [
      template,
    ]);
  });
}

/** Creates an empty, fully migrated database owned by the application's role; resolves with its address. */
export async function createDatabase({ adminUrl, appUrl }: RunPostgres): Promise<string> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(adminUrl, async (admin) => {
    await admin.query('SELECT pg_advisory_lock($1)', [cloneLock]);
    await admin.query(`CREATE DATABASE ${name} TEMPLATE ${template} OWNER ${new URL(appUrl).username}`);
  });
  return urlOfDatabase(appUrl, name);
}

/** Drops a database created by `createDatabase`, terminating any remaining connections. */
export async function dropDatabase({ adminUrl }: RunPostgres, url: string): Promise<void> {
  const name = new URL(url).pathname.slice(1);
  await asAdmin(adminUrl, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
}

async function asAdmin(adminUrl: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

/** The address of another database on the same server. */
function urlOfDatabase(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}
