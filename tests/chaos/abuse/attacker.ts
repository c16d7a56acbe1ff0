// A process that attacks a Memori, round after round, until its parent disconnects: it must not share an event loop
// with the process that measures latencies.
import { createRandom } from '#shared/random.ts';
import { type AttackName, attacks, countOpenStreams, type Target } from './attacks.ts';

export interface Orders {
  attack: AttackName;
  target: Target;
  seed: number;
  /** The maximum number of rounds; unlimited by default. */
  rounds?: number;
}

/** What it has seen so far: sent after each round and, while streams are open, on request. */
export interface Report {
  statuses: Record<number, number>;
  openStreams: number;
  failure?: string;
}

const statuses: Record<number, number> = {};

function report(failure?: string): void {
  const current: Report = { statuses, openStreams: countOpenStreams(), ...(failure ? { failure } : {}) };
  process.send?.(current);
}

async function attack({
  attack: name,
  target,
  seed,
  rounds = Number.POSITIVE_INFINITY,
}: Orders): Promise<void> {
  const random = createRandom(seed);
  const { signal } = new AbortController();
  try {
    for (let round = 0; round < rounds; round += 1) {
      for (const status of await attacks[name](target, { random, signal }))
        statuses[status] = (statuses[status] ?? 0) + 1;
      report();
    }
  } catch (error) {
    report((error as Error).stack);
  }
}

process.on('message', (message: Orders | 'report') => {
  if (message === 'report') report();
  else void attack(message);
});
process.on('disconnect', () => process.exit());
