import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { applyMigrations } from '../../server/platform/migrate.ts';
import { templateDatabase, urlOfDatabase } from './database-url.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Superuser's address of the run's PostgreSQL; the tests' databases lie beside the one that it names. */
    adminUrl: string;
    /** The application's own address there, whose role is no superuser and owns the tests' databases. */
    appUrl: string;
  }
}

/**
 * One embedded PostgreSQL for the whole run, in a temporary folder, with a migrated template that
 * `createTestDatabase` clones. It lives in a process that ends with this one, even where this one is killed.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
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
    const { url, superuserUrl } = await readUrls(child);
    await createTemplate(superuserUrl, url);
    project.provide('adminUrl', superuserUrl);
    project.provide('appUrl', url);
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}

async function readUrls(child: ChildProcessByStdio<Writable, Readable, null>): Promise<Urls> {
  for await (const line of createInterface(child.stdout)) return JSON.parse(line) as Urls;
  throw new Error('The database of the tests did not start.');
}

interface Urls {
  url: string;
  superuserUrl: string;
}

async function createTemplate(adminUrl: string, appUrl: string): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await admin.query(`CREATE DATABASE ${templateDatabase} OWNER ${new URL(appUrl).username}`);
    await applyMigrations(
      urlOfDatabase(appUrl, templateDatabase),
      path.resolve(import.meta.dirname, '../../prisma/migrations'),
    );
    // A database can be cloned only while nobody is connected to it.
    await admin.query(`ALTER DATABASE ${templateDatabase} ALLOW_CONNECTIONS false`);
  } finally {
    await admin.end();
  }
}
