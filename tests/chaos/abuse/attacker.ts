// A process that attacks a Memori, round after round, until its parent disconnects: it must not share an event loop
// with the process that measures latencies.
import { createRandom } from '#shared/random.ts';
import { type AttackName, attacks, countOpenStreams, findLateChecks, type Target } from './attacks.ts';

export interface Orders {
  attack: AttackName;
  target: Target;
  seed: number;
  /** The maximum number of rounds; unlimited by default. */
  rounds?: number;
}

/** What it has seen so far: sent when it fails, and on request. */
export interface Report {
  /** The number of rounds that have ended. */
  rounds: number;
  statuses: Record<number, number>;
  openStreams: number;
  lateChecks: string[];
  failure?: string;
}

const statuses: Record<number, number> = {};
let ended = 0;

function report(failure?: string): void {
  const seen = { statuses, openStreams: countOpenStreams(), lateChecks: findLateChecks() };
  process.send?.({ ...seen, rounds: ended, ...(failure ? { failure } : {}) } satisfies Report);
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
      ended += 1;
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
