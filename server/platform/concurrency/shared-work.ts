import { createFairQueue, type FairQueueBounds } from './fair-queue.ts';

export interface SharedWorkBounds extends Omit<FairQueueBounds, 'maxWaitingOf'> {
  /** How much may wait for one address. */
  maxWaitingOfAddress: number;
  /** How many results are kept, the latest used. */
  maxKept: number;
}

/** Who asks for a result; `signal` aborts when they have gone. */
export interface Asker {
  address: string;
  signal?: AbortSignal;
}

/**
 * Resolves with the result for `key`: a kept one, that of work in progress, or a new one, made in the address's turn.
 * Work that nobody waits for any more is dropped unless it has begun. Throws like `FairQueue`.
 */
export type SharedWork<Result> = (key: string, asker: Asker, make: () => Promise<Result>) => Promise<Result>;

interface Flight<Result> {
  result: Promise<Result>;
  waiting: number;
  abandoned: AbortController;
}

/** The bounds that the table of shared resources gives to work that is shared. */
export const boundsOf = (row: {
  atOnce: number;
  perAddress: number;
  perProcess: number;
  kept: number;
}): SharedWorkBounds => ({
  atOnce: row.atOnce,
  maxWaiting: row.perProcess,
  maxWaitingOfAddress: row.perAddress,
  maxKept: row.kept,
});

/** Creates shared work whose results never change: each is made once, however many ask for it. */
export function createSharedWork<Result>({
  maxWaitingOfAddress,
  maxKept,
  ...bounds
}: SharedWorkBounds): SharedWork<Result> {
  const queue = createFairQueue({ ...bounds, maxWaitingOf: [maxWaitingOfAddress] });
  const kept = new Map<string, Result>();
  const flights = new Map<string, Flight<Result>>();

  function keep(key: string, result: Result): void {
    kept.delete(key);
    kept.set(key, result);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  }

  function start(key: string, address: string, make: () => Promise<Result>): Flight<Result> {
    const abandoned = new AbortController();
    const result = queue.run([address], make, abandoned.signal);
    const flight = { result, waiting: 0, abandoned };
    flights.set(key, flight);
    const land = async () => {
      try {
        keep(key, await result);
      } finally {
        if (flights.get(key) === flight) flights.delete(key);
      }
    };
    // Whoever waits for it hears of a failure.
    land().catch(() => {});
    return flight;
  }

  return async (key, { address, signal }, make) => {
    signal?.throwIfAborted();
    const known = kept.get(key);
    if (known !== undefined) {
      keep(key, known);
      return known;
    }
    const flight = flights.get(key) ?? start(key, address, make);
    flight.waiting += 1;
    const gone = Promise.withResolvers<never>();
    const leave = () => {
      flight.waiting -= 1;
      // Nobody may join what is being dropped.
      if (flight.waiting === 0 && flights.get(key) === flight) {
        flights.delete(key);
        flight.abandoned.abort(signal?.reason);
      }
      gone.reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', leave, { once: true });
    try {
      return await Promise.race([flight.result, gone.promise]);
    } finally {
      signal?.removeEventListener('abort', leave);
    }
  };
}
