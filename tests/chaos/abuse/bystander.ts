import { portrait } from '#tests/support/photos.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { shuffled } from '../random.ts';

/** Latencies of an innocent user's calls, in milliseconds. */
export interface Latencies {
  calls: number[];
  uploads: number[];
  faults: string[];
}

const uploadEvery = 15;

async function timed(
  into: number[],
  expectedStatus: number,
  faults: string[],
  call: () => Promise<Response>,
) {
  const started = performance.now();
  const response = await call();
  await response.arrayBuffer();
  into.push(performance.now() - started);
  if (response.status !== expectedStatus) faults.push(`an innocent call was answered ${response.status}`);
}

/** The same user on two servers. */
export interface Pair<T> {
  attacked: T;
  quiet: T;
}

/**
 * Makes calls one after the other, as a page does, with an occasional photo, each call to both servers: other load on
 * the machine affects both alike.
 */
export async function measureLatencies(
  visitors: Pair<Visitor>,
  calls: number,
  random: () => number,
): Promise<Pair<Latencies>> {
  const photo = await portrait({ width: 300, height: 400 });
  const nothing = (): Latencies => ({ calls: [], uploads: [], faults: [] });
  const latencies: Pair<Latencies> = { attacked: nothing(), quiet: nothing() };
  const paths = ['/api/credits/balance', '/api/trpc/auth.me', '/api/video/tasks?limit=3'];
  for (let index = 0; index < calls; index += 1) {
    const path = paths[Math.floor(random() * paths.length)] ?? '';
    for (const side of shuffled(['attacked', 'quiet'] as const, random)) {
      const { calls: called, uploads, faults } = latencies[side];
      await timed(called, 200, faults, () => visitors[side].get(path));
      if (index % uploadEvery === uploadEvery - 1)
        await timed(uploads, 202, faults, () => visitors[side].generate(photo));
    }
  }
  return latencies;
}
