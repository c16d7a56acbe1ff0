import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { grant } from '../../server/features/credits/ledger.ts';
import { type Database, openDatabase } from '../../server/platform/db.ts';
import { freePort } from '../../server/platform/embedded-postgres/free-port.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/embedded-postgres.ts';
import { createId } from '../../server/platform/ids.ts';
import { type RunningMemori, startMemori } from '../lib/running-memori.ts';
import { prepare } from '../setup/prepare.ts';
import { type Inspected, inspect, type Memory } from './lib/inspected.ts';
import type { Customer, World } from './lib/load-customer.ts';
import type { LoadOrder, LoadReport } from './lib/load-generator.ts';
import { median, report } from './lib/measure.ts';
import { cpuOfTree, parentOf } from './lib/process-tree.ts';
import { drawSamplePhoto } from './lib/sample-photo.ts';

const firstRate = 40;
const growth = 1.4;
/** Steps above the knee. */
const beyond = 3;
const customers = 60;
/** As many as a good customer has. */
const videos = 15;
/** What a step must keep to count as carried, in milliseconds. */
const carried = 500;
const memoryShare = 0.6;

/**
 * People who poll, watch, send photos and buy, arriving at random whether or not Memori keeps up (open loop): one web and
 * one worker process on a database of their own. Arrivals grow until they are too many, and somewhat further. Then, at 60 %
 * of what was carried, memory over time. Linux only.
 *
 * `--minutes N`: how long memory is watched, 30 unless given. `--seconds N`: how long each step lasts, 15 unless given.
 * `--rate N`: no steps, but memory at so many arrivals a second. Throws where something was answered otherwise than
 * promised: a fault of the server's, a refusal without `Retry-After`, or no answer at all.
 */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      minutes: { type: 'string', default: '30' },
      seconds: { type: 'string', default: '15' },
      rate: { type: 'string' },
    },
  });
  await prepare(resolve(import.meta.dirname, '../..'), ['--client']);
  await using scene = await openScene();
  const faults: string[] = [];
  let rate = Number(values.rate ?? 0) / memoryShare;
  if (!rate) rate = await findKnee(scene, Number(values.seconds), faults);
  await watchMemory(scene, Math.round(rate * memoryShare), Number(values.minutes), faults);
  if (faults.length > 0) throw new Error(`Not as promised: ${[...new Set(faults)].join('; ')}`);
}

interface Scene extends AsyncDisposable {
  world: World;
  web: RunningMemori;
  /** Has somebody arrive so often. */
  load(rate: number, seconds: number): Promise<LoadReport>;
  inspected: Record<'web' | 'worker', Inspected>;
  /** Seconds of processor that each part has used so far. */
  processor(): Record<'web' | 'worker' | 'database' | 'generator', number>;
}

async function openScene(): Promise<Scene> {
  await using opened = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'memori-bench-'));
  opened.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(folder);
  opened.defer(() => postgres.stop());
  const settings = {
    ...{ DATABASE_URL: postgres.url, VIDEO_PROVIDER: 'local', DATA_DIR: join(folder, 'data') },
    ...{ LIMIT_SIGNUP: '100000/1h', LIMIT_GENERATE: '100000/1m', LOG_LEVEL: 'error' },
  };
  const start = async (role: 'web' | 'worker') => {
    const port = await freePort();
    const memori = await startMemori({
      ...settings,
      ROLE: role,
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
  const world = await populate(web.memori.url, database, photoPath);
  const generator = fork(join(import.meta.dirname, 'lib', 'load-generator.ts'), [], { execArgv: [] });
  opened.defer(async () => {
    generator.disconnect();
    await once(generator, 'exit');
  });
  const all = opened.move();
  return {
    ...{ world, web: web.memori },
    inspected: { web: web.inspected, worker: worker.inspected },
    load: (rate, seconds) => give(generator, { world, rate, seconds }),
    processor: () => ({
      web: cpuOfTree(web.memori.pid),
      worker: cpuOfTree(worker.memori.pid),
      database: cpuOfTree(postmaster),
      generator: cpuOfTree(generator.pid!),
    }),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

async function give(generator: ChildProcess, order: LoadOrder): Promise<LoadReport> {
  const over = new AbortController();
  const answered = once(generator, 'message', { signal: over.signal }) as Promise<[LoadReport]>;
  const lost = once(generator, 'exit', { signal: over.signal }).then(() => {
    throw new Error('The load generator has ended.');
  });
  // Of the two, one is always left waiting.
  for (const each of [answered, lost]) each.catch(() => undefined);
  generator.send(order);
  try {
    return (await Promise.race([answered, lost]))[0];
  } finally {
    over.abort();
  }
}

/** Customers with credits and finished videos; of one of them there is a film, which everybody may watch. */
async function populate(url: string, { db }: Database, photoPath: string): Promise<World> {
  const all: Customer[] = [];
  for (let nth = 0; nth < customers; nth += 1) {
    const signedUp = await fetch(`${url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `bench-${nth}@example.com`, password: 'a good one' }),
    });
    const { user } = (await signedUp.json()) as { user: { id: string } };
    const cookie = signedUp.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
    await grant(db, { userId: user.id, amount: 1_000_000, reference: `bench ${user.id}` });
    const ids = Array.from({ length: videos }, createId);
    await db.videoTask.createMany({
      data: ids.map((id) => ({
        ...{ id, userId: user.id, provider: 'local', prompt: 'Slowly.', originalFilename: 'nonna.jpg' },
        ...{ photoKey: id, status: 'Success', stage: 'finalizing', progress: 1, renditionPrefix: id },
        finishedAt: new Date(),
      })),
    });
    all.push({ cookie, taskId: ids[0]! });
  }
  return { url, photoPath, customers: all, filmId: await makeFilm(url, all[0]!.cookie, photoPath) };
}

/** Resolves with the id of a video once it is made. */
async function makeFilm(url: string, cookie: string, photoPath: string): Promise<string> {
  const form = new FormData();
  form.set('image', await openAsBlob(photoPath, { type: 'image/jpeg' }), 'nonna.jpg');
  const sent = await fetch(`${url}/api/video/generate`, { method: 'POST', headers: { cookie }, body: form });
  const { taskId } = (await sent.json()) as { taskId: string };
  for (;;) {
    const asked = await fetch(`${url}/api/video/status/${taskId}`, { headers: { cookie } });
    const { status } = (await asked.json()) as { status: string };
    if (status === 'Success') return taskId;
    if (status === 'Fail') throw new Error('The film that everybody would watch was not made.');
    await delay(500);
  }
}

/** One step of the curve. */
async function step({ world, load, processor, web }: Scene, rate: number, seconds: number) {
  await untilQuick(world);
  // Lag is counted from one look to the next.
  await lagOf(web.url);
  const before = processor();
  const begun = performance.now();
  const done = await load(rate, seconds);
  const took = (performance.now() - begun) / 1000;
  const after = processor();
  const cores = Object.entries(after).map(
    ([part, cpu]) => [part, (cpu - before[part as keyof typeof before]) / took] as const,
  );
  const lag = await lagOf(web.url);
  print(rate, done, took, lag, cores);
  return done;
}

function print(
  rate: number,
  { arrivals, statuses, withoutRetry, latency, sentLate }: LoadReport,
  took: number,
  lag: number,
  cores: (readonly [part: string, cores: number])[],
): void {
  const count = (fits: (status: string) => boolean) =>
    Object.entries(statuses).reduce((sum, [status, times]) => sum + (fits(status) ? times : 0), 0);
  const share = (fits: (status: string) => boolean) => `${((100 * count(fits)) / arrivals).toFixed(2)} %`;
  const isDone = (status: string) => status.startsWith('2') || status.startsWith('3');
  const isFault = (status: string) => status.startsWith('5') && status !== '503';
  const at = `at ${rate} arrivals/s`;
  report(`done ${at}`, count(isDone) / took, 0, 'requests/s');
  for (const [name, value] of Object.entries(latency)) report(`${name} ${at}`, value, 0, 'ms');
  const shares = [
    `${share(isDone)} 2xx and 3xx`,
    `${share(is('429'))} 429`,
    `${share(is('503'))} 503`,
    `${share(isFault)} other 5xx`,
    `${share(is('none'))} no answer`,
  ];
  console.log(`answers ${at}: ${shares.join(', ')}`);
  if (withoutRetry > 0) report(`refusals without Retry-After ${at}`, withoutRetry, 0);
  report(`lag of the event loop, 99 of 100, ${at}`, lag, 0, 'ms');
  console.log(`cores ${at}: ${cores.map(([part, used]) => `${part} ${used.toFixed(2)}`).join(', ')}`);
  report(`requests sent late by the generator, 99 of 100, ${at}`, sentLate, 0, 'ms');
}

const is = (wanted: string) => (status: string) => status === wanted;

/** What must not be, however many arrive. */
function faultsOf(rate: number, { faults, withoutRetry, statuses }: LoadReport): string[] {
  const found = faults.map((fault) => `${fault} at ${rate}/s`);
  if (withoutRetry > 0) found.push(`${withoutRetry} refusals without Retry-After at ${rate}/s`);
  if (statuses['none']) found.push(`${statuses['none']} without an answer at ${rate}/s`);
  return found;
}

/** The highest rate at which all were answered, 95 of 100 within half a second. Nothing that is printed of a step is left out of `faults`. */
async function findKnee(scene: Scene, seconds: number, faults: string[]): Promise<number> {
  // What is compiled on the way is not to count.
  await scene.load(firstRate, seconds);
  let knee = 0;
  for (let rate = firstRate, above = 0; above < beyond; rate = Math.round(rate * growth)) {
    const done = await step(scene, rate, seconds);
    faults.push(...faultsOf(rate, done));
    const refused = (done.statuses['503'] ?? 0) > 0;
    if (above === 0 && !refused && done.latency.p95 <= carried) knee = rate;
    else above += 1;
  }
  if (knee === 0) throw new Error(`Not even ${firstRate} arrivals a second are carried.`);
  report('knee', knee, 0, 'arrivals/s');
  return knee;
}

/** Memory after garbage was collected, once a minute. */
async function watchMemory(scene: Scene, rate: number, minutes: number, faults: string[]): Promise<void> {
  // Until every piece of code is warm and every buffer was needed once.
  await scene.load(rate, 60);
  const seen: Record<keyof Scene['inspected'], Memory[]> = { web: [], worker: [] };
  for (let minute = 0; minute <= minutes; minute += 1) {
    const told: string[] = [];
    for (const [name, { memory }] of Object.entries(scene.inspected)) {
      const now = await memory();
      seen[name as keyof typeof seen].push(now);
      told.push(`${name} ${now.resident.toFixed(0)} MB resident, ${now.heap.toFixed(1)} MB heap`);
    }
    console.log(`memory after ${minute} min: ${told.join('; ')}`);
    if (minute === minutes) break;
    const done = await scene.load(rate, 60);
    faults.push(...faultsOf(rate, done));
    const { statuses, latency } = done;
    console.log(
      `minute ${minute + 1}: answers ${JSON.stringify(statuses)}, p95 ${latency.p95.toFixed(0)} ms`,
    );
  }
  for (const [name, memories] of Object.entries(seen)) {
    for (const kind of ['resident', 'heap'] as const) {
      const values = memories.map((memory) => memory[kind]);
      const at = { start: 0, middle: values.length >> 1, end: values.length - 1 };
      for (const [when, index] of Object.entries(at))
        report(
          `${kind} memory of ${name} at the ${when} of ${minutes} min at ${rate} arrivals/s`,
          values[index]!,
          1,
          'MB',
        );
      report(`slope of ${kind} memory of ${name}`, 60 * slopeOf(values), 1, 'MB/h');
    }
  }
}

/** By how much values grow from one to the next: the median of the slopes between all pairs (Theil and Sen), which no outlier moves. */
function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((early, i) => values.slice(i + 1).map((late, n) => (late - early) / (n + 1)));
  return slopes.length > 0 ? median(slopes) : Number.NaN;
}

/** Resolves once nothing is left of the step before. */
async function untilQuick({ url, customers: [customer] }: World): Promise<void> {
  for (let quick = 0; quick < 3; ) {
    const begun = performance.now();
    const answer = await fetch(`${url}/api/credits/balance`, { headers: { cookie: customer!.cookie } });
    await answer.arrayBuffer();
    quick = answer.ok && performance.now() - begun < 200 ? quick + 1 : 0;
    await delay(200);
  }
}

/** Milliseconds that the event loop was late, of 100 samples since the last look the 99th. */
async function lagOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
}
