import { setTimeout as delay } from 'node:timers/promises';
import { portrait } from '#tests/support/photos.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { shuffled } from '../random.ts';

/** Latencies of innocent users' calls, in milliseconds. */
export interface Latencies {
  calls: number[];
  uploads: number[];
  /** How often the server said that it was busy. */
  refusals: number;
  faults: string[];
}

const uploadEvery = 15;

/** How many calls one of them may make, at any speed: fewer than the limits let a person make in a minute. */
export const maxCallsOfOne = 1000;

/** Not the attackers' network: while a crowd of that waits, everybody there is refused. */
const headers = { 'x-forwarded-for': '198.51.100.7' };

/** Repeats a call while the server asks for that, as a page does: the pause counts as latency. */
async function timed(
  into: number[],
  latencies: Latencies,
  expectedStatus: number,
  call: () => Promise<Response>,
): Promise<void> {
  const started = performance.now();
  for (;;) {
    const response = await call();
    const body = await response.text();
    const pause = response.headers.get('retry-after');
    if (response.status === 503 && pause !== null) {
      latencies.refusals += 1;
      await delay(Number(pause) * 1000);
      continue;
    }
    into.push(performance.now() - started);
    if (response.status !== expectedStatus)
      latencies.faults.push(`an innocent call was answered ${response.status}: ${body}`);
    return;
  }
}

/** The same user on two servers. */
export interface Pair<T> {
  attacked: T;
  quiet: T;
}

/**
 * Makes calls one after the other, as a page does, with an occasional photo, each call to both servers: other load on
 * the machine affects both alike. The visitors take turns.
 */
export async function measureLatencies(
  visitors: readonly Pair<Visitor>[],
  calls: number,
  random: () => number,
): Promise<Pair<Latencies>> {
  const photo = await portrait({ width: 300, height: 400 });
  const nothing = (): Latencies => ({ calls: [], uploads: [], refusals: 0, faults: [] });
  const latencies: Pair<Latencies> = { attacked: nothing(), quiet: nothing() };
  const paths = ['/api/credits/balance', '/api/trpc/auth.me', '/api/video/tasks?limit=3'];
  for (let index = 0; index < calls; index += 1) {
    const path = paths[Math.floor(random() * paths.length)] ?? '';
    for (const side of shuffled(['attacked', 'quiet'] as const, random)) {
      const of = latencies[side];
      const visitor = visitors[index % visitors.length]![side];
      await timed(of.calls, of, 200, () => visitor.get(path, headers));
      if (index % uploadEvery === uploadEvery - 1)
        await timed(of.uploads, of, 202, () => visitor.generate(photo, { headers }));
    }
  }
  return latencies;
}
