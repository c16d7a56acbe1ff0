import type { Db, Tx } from '#server/platform/database/db.ts';
import type { RowJobData } from '#server/platform/jobs/definition.ts';
import { liftJob } from '#server/platform/jobs/stored-jobs.ts';

/** Jobs that nobody pays for, such as tests, start after all others: no person has so many unfinished. */
const afterOthers = -1_000_000;

/**
 * The priority of a person's next job in its queue: lower for each unfinished one, so that persons take turns, whoever
 * asked for more first. `countUnfinished` counts those of the user, including the new one. Concurrent requests of one
 * user wait for each other here until their transactions end.
 */
export async function takeTurn(
  tx: Tx,
  userId: string,
  { isLast, countUnfinished }: { isLast: boolean; countUnfinished: () => Promise<number> },
): Promise<number> {
  await tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`turn ${userId}`}, 0))`;
  return -(await countUnfinished()) + (isLast ? afterOthers : 0);
}

/** After so many jobs of persons, one of those that start after all others starts, or one of other free work. */
export const personsPerFree = 10;

/** Counts the starts of one queue's jobs in this process. */
export interface TurnCounter {
  /**
   * Called when a job starts, with its priority. After every `personsPerFree` jobs of persons, moves the first of those
   * that start after all others to the front, so that persons can't keep them waiting for ever.
   */
  started(priority: number): Promise<void>;
  /** How many jobs of persons have started. */
  readonly persons: number;
  /** Resolves when the next job of a person starts. */
  next(): Promise<void>;
}

/** Creates a counter. A moved job has the priority 1, so that it doesn't count as a person's. */
export function createTurnCounter(db: Db, queue: keyof RowJobData): TurnCounter {
  let persons = 0;
  let next = Promise.withResolvers<void>();
  return {
    async started(priority) {
      if (priority > 0 || priority <= afterOthers) return;
      persons += 1;
      next.resolve();
      next = Promise.withResolvers();
      if (persons % personsPerFree === 0) await liftJob(db, queue, { below: afterOthers, to: 1 });
    },
    get persons() {
      return persons;
    },
    next: () => next.promise,
  };
}

/** The counter of each queue in this process, created on first use. */
export type TurnCounters = (queue: keyof RowJobData) => TurnCounter;

export function createTurnCounters(db: Db): TurnCounters {
  const counters = new Map<string, TurnCounter>();
  return (queue) => {
    const counter = counters.get(queue) ?? createTurnCounter(db, queue);
    counters.set(queue, counter);
    return counter;
  };
}
