import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connectUnlimited } from '#server/platform/database/connection.ts';
import { findPostmaster } from '#server/platform/embedded-postgres/postmaster-file.ts';
import { type MemoriProcess, spawnMemori } from '#tests/support/memori-process.ts';
import { childrenOf, type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';
import { runOptions } from '../run-options.ts';
import type { Observer } from '../observer.ts';
import { awaiting, until } from '../waiting.ts';
import { clearScene, type Recovery, runOutage, type Scene, setScene } from '../outage-scene.ts';
import { createRandom } from '#shared/random.ts';

const { seed, short } = runOptions(1);
const random = createRandom(seed);

/** How long the database is stopped, and then frozen, in seconds at least: until a call begun meanwhile is answered. */
const stopped = short ? [2] : [2, 5, 15, 60];
const frozen = short ? [5] : [30];
const kills = short ? 1 : 3;

/** A random delay, so that the fault hits before or after the first response. */
const aMoment = () => delay(1_500 * random());

/** Kills one of them, wherever `share` (from 0 to 1) points in their list. Some may end by themselves meanwhile. */
function killOneOf(find: () => number[], share: number): void {
  for (;;) {
    const pids = find();
    try {
      process.kill(pids[Math.floor(share * pids.length)] ?? Number.NaN, 'SIGKILL');
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

function report(recoveries: readonly Recovery[]): void {
  for (const { name, seconds } of recoveries) console.log(`recovered after ${name}: ${seconds.toFixed(1)} s`);
}

async function inMemori(
  settings: Record<string, string>,
  play: (memori: MemoriProcess, dataDir: string) => Promise<Scene>,
): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-outage-'));
  const dataDir = path.join(folder, 'data');
  const limits = { LIMIT_GENERATE: '1000/1m', LOG_LEVEL: 'fatal' };
  const memori = spawnMemori(folder, { DATA_DIR: dataDir, ...limits, ...settings });
  try {
    await clearScene(await play(memori, dataDir));
  } finally {
    memori.child.kill('SIGTERM');
    expect(await awaiting('Memori ends', memori.ended)).toBe(0);
    await rm(folder, { recursive: true, force: true });
  }
}

function strikes(postgres: OwnPostgres, observer: Observer): Record<string, () => Promise<void>> {
  const stops = stopped.map((seconds) => [
    `${seconds} s without a database`,
    async () => {
      await aMoment();
      await postgres.stop();
      await Promise.all([delay(seconds * 1000), observer.answered()]);
      await postgres.start();
    },
  ]);
  const freezes = frozen.map((seconds) => [
    `${seconds} s with a frozen one`,
    async () => {
      await aMoment();
      postgres.freeze();
      await Promise.all([delay(seconds * 1000), observer.answered()]);
      postgres.resume();
    },
  ]);
  return Object.fromEntries([...stops, ...freezes]) as Record<string, () => Promise<void>>;
}

test('recovers when the database is stopped or frozen for a while', async () => {
  await using postgres = await startOwnPostgres();
  const recoveries: Recovery[] = [];
  await inMemori({ DATABASE_URL: postgres.url }, async (memori) => {
    const scene = await setScene(memori, postgres.url);
    for (const [name, strike] of Object.entries(strikes(postgres, scene.observer)))
      recoveries.push(await runOutage(scene, name, strike));
    console.log(`longest call: ${Math.round(scene.observer.longest.call)} ms`);
    console.log(`longest /healthz: ${Math.round(scene.observer.longest.healthz)} ms`);
    return scene;
  });
  report(recoveries);
  expect(recoveries.flatMap(({ faults }) => faults)).toEqual([]);
});

test('recovers when the embedded database or one of its backends is killed', async () => {
  const recoveries: Recovery[] = [];
  await inMemori({}, async (memori, dataDir) => {
    await awaiting('Memori is ready', memori.ready);
    const cluster = path.join(dataDir, 'postgres');
    const pid = () => findPostmaster(cluster)?.pid ?? Number.NaN;
    const port = () => findPostmaster(cluster)?.port ?? 1;
    const password = (await readFile(path.join(dataDir, 'postgres-app-password'), 'utf8')).trim();
    const url = `postgresql://memori_app:${password}@127.0.0.1/memori`;
    const scene = await setScene(memori, url, port);
    for (let round = 1; round <= kills; round += 1) {
      const server = async () => {
        await aMoment();
        const before = pid();
        process.kill(before, 'SIGKILL');
        const isAnother = () => findPostmaster(cluster)?.ready === true && pid() !== before;
        await until('a killed server runs again', isAnother);
      };
      const backend = async () => {
        await aMoment();
        const witness = await connectUnlimited({ url, port }, 'witness of an outage');
        // PostgreSQL ends all its processes when one dies.
        const ended = new Promise<void>((resolve) => witness.once('end', () => resolve()));
        killOneOf(() => childrenOf(pid()), random());
        await awaiting('PostgreSQL notices the death of a process', ended);
      };
      recoveries.push(await runOutage(scene, `kill -9 of the server, ${round}`, server));
      recoveries.push(await runOutage(scene, `kill -9 of one process of it, ${round}`, backend));
    }
    return scene;
  });
  report(recoveries);
  expect(recoveries.flatMap(({ faults }) => faults)).toEqual([]);
});
