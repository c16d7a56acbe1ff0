import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { prepare } from '../setup/prepare.ts';
import { median } from '../lib/statistics.ts';
import type { Memory } from './lib/inspector.ts';
import type { LoadTarget } from './lib/load-customer.ts';
import type { LoadReport } from './lib/load-generator.ts';
import { openScene, type Scene } from './lib/load-scene.ts';
import { report } from './lib/measure.ts';

const firstRate = 40;
const growth = 1.4;
/** Steps above the knee. */
const beyond = 3;
/** The latency that a step must keep to count as carried, in milliseconds. */
const carried = 500;
const memoryShare = 0.6;

/**
 * Visitors who poll, watch, send photos and buy, arriving at random whether or not Memori keeps up (open loop): one web
 * and one worker process with their own database. The arrival rate grows until it is too high, and somewhat beyond. Then
 * memory is measured over time at 60 % of the rate that was carried. Linux only.
 *
 * `--minutes N`: how long memory is measured, 30 by default. `--seconds N`: the duration of each step, 15 by default.
 * `--rate N`: skips the steps, and measures memory at this many arrivals a second. Throws if any response broke a
 * promise: a server error, a refusal without `Retry-After`, or no response at all.
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

/** One step of the curve. */
async function step({ target, load, processor, web }: Scene, rate: number, seconds: number) {
  await untilQuick(target);
  // Lag is measured between calls.
  await lagOf(web.url);
  const before = processor();
  const startedAt = performance.now();
  const done = await load(rate, seconds);
  const took = (performance.now() - startedAt) / 1000;
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

/** Failures that are unacceptable at any arrival rate. */
function faultsOf(rate: number, { faults, withoutRetry, statuses }: LoadReport): string[] {
  const found = faults.map((fault) => `${fault} at ${rate}/s`);
  if (withoutRetry > 0) found.push(`${withoutRetry} refusals without Retry-After at ${rate}/s`);
  if (statuses['none']) found.push(`${statuses['none']} without an answer at ${rate}/s`);
  return found;
}

/**
 * The highest rate at which everything was answered, 95 of 100 within half a second. Problems of every printed step are
 * also added to `faults`.
 */
async function findKnee(scene: Scene, seconds: number, faults: string[]): Promise<number> {
  // Excludes the time for compilation.
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

/** Memory after garbage collection, once a minute. */
async function watchMemory(scene: Scene, rate: number, minutes: number, faults: string[]): Promise<void> {
  // Warms up code and buffers, then statement caches with a burst: Prisma merges lookups that arrive in the same tick into
  // one statement, so each batch size has a plan, and a prepared statement on each connection.
  await scene.load(rate, 60);
  await scene.load(3 * rate, 20);
  const samples: Record<keyof Scene['inspected'], Memory[]> = { web: [], worker: [] };
  for (let minute = 0; minute <= minutes; minute += 1) {
    const parts: string[] = [];
    for (const [name, { memory }] of Object.entries(scene.inspected)) {
      const now = await memory();
      samples[name as keyof typeof samples].push(now);
      parts.push(`${name} ${now.resident.toFixed(0)} MB resident, ${now.heap.toFixed(1)} MB heap`);
    }
    console.log(`memory after ${minute} min: ${parts.join('; ')}`);
    if (minute === minutes) break;
    const done = await scene.load(rate, 60);
    faults.push(...faultsOf(rate, done));
    const { statuses, latency } = done;
    console.log(
      `minute ${minute + 1}: answers ${JSON.stringify(statuses)}, p95 ${latency.p95.toFixed(0)} ms`,
    );
  }
  for (const [name, memories] of Object.entries(samples)) {
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

/**
 * The growth per value: the median of the slopes between all pairs (Theil and Sen), which is robust against outliers.
 */
function slopeOf(values: readonly number[]): number {
  const slopes = values.flatMap((early, i) => values.slice(i + 1).map((late, n) => (late - early) / (n + 1)));
  return slopes.length > 0 ? median(slopes) : Number.NaN;
}

/** Resolves once the load of the previous step has drained. */
async function untilQuick({ url, customers: [customer] }: LoadTarget): Promise<void> {
  for (let quick = 0; quick < 3; ) {
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api/credits/balance`, { headers: { cookie: customer!.cookie } });
    await answer.arrayBuffer();
    quick = answer.ok && performance.now() - startedAt < 200 ? quick + 1 : 0;
    await delay(200);
  }
}

/** The event loop's lag in milliseconds: the 99th percentile since the last call. */
async function lagOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return 1000 * Number(/^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1]);
}
