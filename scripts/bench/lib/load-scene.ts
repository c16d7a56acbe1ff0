import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { listen } from '#server/emulators/lib/listen.ts';
import { startStripeSandbox } from '#server/emulators/stripe/sandbox.ts';
import { grant } from '#server/features/credits/ledger.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { freePort } from '#server/platform/embedded-postgres/free-port.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { makeVideo } from '#scripts/lib/customer.ts';
import { type RunningMemori, startMemori } from '#scripts/lib/running-memori.ts';
import { addEstablishedCustomer, type EstablishedCustomer } from './established-customer.ts';
import { type Inspector, inspect } from './inspector.ts';
import type { LoadTarget } from './load-customer.ts';
import type { LoadRequest, LoadReport } from './load-generator.ts';
import { cpuOfTree, parentOf } from './process-tree.ts';
import { drawSamplePhoto } from './sample-photo.ts';

const customers = 60;

/** A Memori with one web and one worker process and its own database, and a load generator. */
export interface Scene extends AsyncDisposable {
  target: LoadTarget;
  web: RunningMemori;
  /** Generates this many arrivals a second. */
  load(rate: number, seconds: number): Promise<LoadReport>;
  inspected: Record<'web' | 'worker', Inspector>;
  /** Seconds of CPU time that each part has used so far. */
  processor(): Record<'web' | 'worker' | 'database' | 'generator', number>;
}

/** Starts them, with customers who have credits and videos. Linux only. */
export async function openScene(): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'memori-bench-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(folder);
  opened.defer(() => postgres.stop());
  const webPort = await freePort();
  const payments = await startPayments(`http://127.0.0.1:${webPort}`);
  opened.defer(() => payments.close());
  const settings = {
    ...payments.settings,
    DATABASE_URL: postgres.url,
    VIDEO_PROVIDER: 'local',
    DATA_DIR: join(folder, 'data'),
    LIMIT_SIGNUP: '100000/1h',
    LIMIT_GENERATE: '100000/1m',
    LOG_LEVEL: 'error',
  };
  const start = async (role: 'web' | 'worker') => {
    const port = await freePort();
    const memori = await startMemori({
      ...settings,
      ROLE: role,
      ...(role === 'web' && { PORT: String(webPort) }),
      NODE_OPTIONS: `--inspect=127.0.0.1:${port} --inspect-publish-uid=http`,
    });
    opened.defer(() => memori.stop());
    const inspected = await inspect(port);
    opened.defer(async () => inspected.close());
    return { memori, inspected };
  };
  const web = await start('web');
  const worker = await start('worker');
  const database = openDatabase(postgres.url, { maxConnections: 1 });
  opened.defer(database.close);
  const { rows } = await database.pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const postmaster = parentOf(rows[0]?.pid ?? 0);
  const photoPath = join(folder, 'photo.jpg');
  await writeFile(photoPath, await drawSamplePhoto());
  const target = await populate(web.memori.url, database, photoPath);
  const generator = fork(join(import.meta.dirname, 'load-generator.ts'), [], { execArgv: [] });
  opened.defer(async () => {
    generator.disconnect();
    await once(generator, 'exit');
  });
  const all = opened.move();
  return {
    target,
    web: web.memori,
    inspected: { web: web.inspected, worker: worker.inspected },
    load: (rate, seconds) => give(generator, { target, rate, seconds }),
    processor: () => ({
      web: cpuOfTree(web.memori.pid),
      worker: cpuOfTree(worker.memori.pid),
      database: cpuOfTree(postmaster),
      generator: cpuOfTree(generator.pid!),
    }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** The Stripe sandbox in a process of its own, so that it is not measured, just like the real Stripe. */
async function startPayments(
  webUrl: string,
): Promise<{ settings: Record<string, string>; close(): Promise<void> }> {
  const app = express();
  const server = await listen(app);
  const sandbox = await startStripeSandbox({
    publicUrl: server.url,
    webhookUrl: `${webUrl}/api/stripe/webhook`,
    logger: createLogger('silent'),
    production: false,
  });
  app.use('/sandbox/stripe', sandbox.pages);
  return {
    settings: {
      STRIPE_API_BASE: sandbox.apiBase,
      STRIPE_SECRET_KEY: sandbox.secretKey,
      STRIPE_WEBHOOK_SECRET: sandbox.webhookSecret,
    },
    async close() {
      await sandbox.close();
      await server.close();
    },
  };
}

async function give(generator: ChildProcess, order: LoadRequest): Promise<LoadReport> {
  const over = new AbortController();
  const answered = once(generator, 'message', { signal: over.signal }) as Promise<[LoadReport]>;
  const lost = once(generator, 'exit', { signal: over.signal }).then(() => {
    throw new Error('The load generator has ended.');
  });
  // One of the two always stays pending.
  for (const each of [answered, lost]) each.catch(() => undefined);
  generator.send(order);
  try {
    return (await Promise.race([answered, lost]))[0];
  } finally {
    over.abort();
  }
}

/** Creates customers with credits and finished videos; one of the videos has a file and is publicly shared. */
async function populate(url: string, { db }: Database, photoPath: string): Promise<LoadTarget> {
  const all: EstablishedCustomer[] = [];
  for (let nth = 0; nth < customers; nth += 1) {
    const established = await addEstablishedCustomer(url, db, `bench-${nth}@example.com`);
    const { id } = established.customer;
    await grant(db, { userId: id, amount: 1_000_000, reference: `bench ${id}` });
    all.push(established);
  }
  return {
    url,
    photoPath,
    customers: all.map(({ customer: { cookie }, taskId }) => ({ cookie, taskId })),
    filmId: await makeVideo(all[0]!.customer, photoPath),
  };
}
