import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { grant } from '#server/features/credits/ledger.ts';
import type { Database } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type MemoriProcess, spawnMemori } from '#tests/support/memori-process.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { awaiting } from '../waiting.ts';

/** A web and a worker process of Memori, with users. */
export interface Installation extends AsyncDisposable {
  url: string;
  database: Database;
  /** Signs up a user with this many credits, or with the free one. */
  visitor(credits?: number): Promise<Visitor>;
  /** Adds a finished video to the user, without files. */
  finishedVideo(visitor: Visitor): Promise<string>;
  /** The number of uploads on disk. */
  uploads(): Promise<number>;
  /** Runs `work` while a worker process animates. */
  withWorker<T>(work: () => Promise<T>): Promise<T>;
}

/** Sends a photo that is accepted, again while the server is busy. */
export async function generateVideo(visitor: Visitor, photo: Uint8Array): Promise<void> {
  for (;;) {
    const answer = await visitor.generate(photo);
    const body = await answer.text();
    if (answer.status === 202) return;
    if (answer.status !== 503) throw new Error(`the generation was answered ${answer.status}: ${body}`);
    await delay(Number(answer.headers.get('retry-after')) * 1000);
  }
}

async function end({ child, ended }: MemoriProcess): Promise<void> {
  child.kill('SIGTERM');
  await awaiting('Memori ends', ended);
}

/**
 * Starts the web process; limits are as in production, except for those that would stop the innocent user of a long
 * run.
 */
export async function openInstallation(): Promise<Installation> {
  const { url: databaseUrl, database, drop } = await createTestDatabase();
  const home = await mkdtemp(path.join(tmpdir(), 'memori-abuse-'));
  const dataDir = path.join(home, 'data');
  const settings = {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    LIMIT_SIGNUP: '1000/1h',
    LIMIT_GENERATE: '100000/1m',
    METRICS_TOKEN: 'a-token-that-nobody-guesses',
    LOG_LEVEL: 'error',
  };
  const web = spawnMemori(home, { ...settings, ROLE: 'web' });
  const url = await awaiting('Memori is ready', web.ready);
  return {
    url,
    database,
    async visitor(credits = 0) {
      const visitor = await newVisitor(url);
      if (credits > 0)
        await grant(database.db, { userId: visitor.userId, amount: credits, reference: randomUUID() });
      return visitor;
    },
    async finishedVideo({ userId }) {
      const id = createId();
      const finished = { status: 'Success', finishedAt: new Date(), renditionPrefix: 'none' };
      const required = { prompt: '', originalFilename: 'a.jpg', photoKey: '', provider: 'local' };
      await database.db.videoTask.create({ data: { id, userId, ...required, ...finished } });
      return id;
    },
    uploads: async () => (await readdir(path.join(dataDir, 'tmp', 'uploads'))).length,
    async withWorker(work) {
      const worker = spawnMemori(home, { ...settings, ROLE: 'worker' });
      try {
        await awaiting('a worker is ready', worker.ready);
        return await work();
      } finally {
        await end(worker);
      }
    },
    async [Symbol.asyncDispose]() {
      await end(web);
      await drop();
      await rm(home, { recursive: true, force: true });
    },
  };
}
