import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { startMinimaxEmulator } from '#server/emulators/minimax/emulator.ts';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { type MemoriProcess, spawnMemori } from '#tests/support/memori-process.ts';
import { type ObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { awaiting } from '../waiting.ts';
import { takeNormalTime, takeOnlyIdleTime } from './priorities.ts';
import { type Proxy, startProxy } from './proxy.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from './replicated-postgres.ts';

const size = 3;

/** Web and worker processes that share only a database and a store, each with a data folder of its own. */
export interface Cluster extends AsyncDisposable {
  proxy: Proxy;
  database: Database;
  postgres: ReplicatedPostgres;
  store: ObjectStore;
  /** How many jobs the provider accepted with each prompt. */
  submissions(): number;
  startWorkers(): Promise<void>;
  /** Sends kill -9 to one of the processes and restarts it `seconds` later; resolves then. */
  kill(role: Role, nth: number, seconds: number): Promise<void>;
  settings: Record<string, string>;
}
export type Role = 'web' | 'worker';

/** Starts everything but the workers. `hasPriorities`: polls are timed, so that the processes stand in for machines. */
export async function startCluster({ hasPriorities }: { hasPriorities: boolean }): Promise<Cluster> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-cluster-'));
  opened.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));
  const postgres = opened.use(await startReplicatedPostgres());
  const store = opened.use(await startObjectStore());
  const emulator = await startMinimaxEmulator({
    ffmpeg: await findFfmpeg(),
    production: false,
    paces: { preparing: 200, queueing: 200, processing: 1000 },
  });
  opened.defer(emulator.close);
  const proxy = await startProxy();
  opened.defer(proxy.close);
  const settings = {
    ...(await store.createBucket()),
    DATABASE_URL: postgres.url,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'fatal',
    VIDEO_PROVIDER: 'minimax',
    MINIMAX_API_KEY: emulator.apiKey,
    MINIMAX_BASE_URL: emulator.url,
    MINIMAX_RPM: '6000',
    VIDEO_POLL: '200ms',
    LIMIT_GENERATE: '1000/1m',
    LIMIT_SIGNUP: '1000/1h',
  };
  const processes = { web: [] as MemoriProcess[], worker: [] as MemoriProcess[] };
  const start = async (role: Role, nth: number) => {
    const dataDir = path.join(folder, `${role}-${nth}`);
    const memori = spawnMemori(folder, { ...settings, DATA_DIR: dataDir, ROLE: role });
    processes[role][nth] = memori;
    if (hasPriorities) takeOnlyIdleTime(memori.child.pid!);
    const url = await awaiting(`${role} ${nth} is ready`, memori.ready);
    if (role !== 'web') return;
    if (hasPriorities) takeNormalTime(memori.child.pid!);
    proxy.servers[nth] = url.replace('localhost', '127.0.0.1');
  };
  opened.defer(async () => {
    for (const { child, ended } of [...processes.worker, ...processes.web]) {
      child.kill('SIGTERM');
      await ended;
    }
  });
  for (let nth = 0; nth < size; nth += 1) await start('web', nth);
  const database = openDatabase(postgres.url, { maxConnections: 4 });
  opened.defer(database.close);
  const all = opened.move();
  return {
    proxy,
    database,
    postgres,
    store,
    settings,
    submissions: () => emulator.jobs.length,
    async startWorkers() {
      for (let nth = 0; nth < size; nth += 1) await start('worker', nth);
    },
    async kill(role, nth, seconds) {
      const { child, ended } = processes[role][nth]!;
      child.kill('SIGKILL');
      // Its port may become anybody's.
      if (role === 'web') proxy.servers[nth] = null;
      await ended;
      await delay(seconds * 1000);
      await start(role, nth);
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}
