import { AppError } from '../errors.ts';

/** Why work was not accepted: too much by the same caller is waiting, or too much by all of them. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
  readonly reason: 'own' | 'all';
  constructor(reason: 'own' | 'all') {
    super(reason === 'own' ? 'too much of one caller is waiting' : 'too much is waiting');
    this.reason = reason;
  }
}

/** What to tell the caller whose work was not accepted: `too_many_requests` or `service_unavailable`, and when to retry. */
export function refusalOf(cause: QueueFullError, retryAfterSeconds: number): AppError {
  const code = cause.reason === 'own' ? 'too_many_requests' : 'service_unavailable';
  return new AppError(code, { retryAfterSeconds, cause });
}

export interface FairQueueBounds {
  /** How much is worked on at once. */
  atOnce: number;
  /** How much may wait. */
  maxWaiting: number;
  /** How much may wait under each key, by the key's position. */
  maxWaitingOf: readonly number[];
}

export interface FairQueue {
  /**
   * Runs `work` in turn: the keys that were served longest ago come first, compared position by position, so that
   * nobody waits for more than one piece of work of each other caller. Throws QueueFullError, `signal`'s reason if it
   * aborts before the work has begun, and what the work throws.
   */
  run<T>(keys: readonly string[], work: () => Promise<T>, signal?: AbortSignal): Promise<T>;
}

interface Waiting {
  keys: readonly string[];
  begin(): Promise<void>;
  refuse(reason: unknown): void;
}

/**
 * Creates a queue for work that everybody may ask for and that takes this process some time. If it is full, the newest
 * work of the caller with the most gives way to a caller with less.
 */
export function createFairQueue({ atOnce, maxWaiting, maxWaitingOf }: FairQueueBounds): FairQueue {
  const waiting: Waiting[] = [];
  const servedAt = new Map<string, number>();
  let [running, clock] = [0, 0];

  const countOf = (key = '') => waiting.filter(({ keys }) => keys.includes(key)).length;

  function remove(entry: Waiting): void {
    waiting.splice(waiting.indexOf(entry), 1);
    for (const key of entry.keys) if (countOf(key) === 0) servedAt.delete(key);
  }

  /** Throws QueueFullError unless there is room for one more, or somebody with more can make room. */
  function makeRoom(keys: readonly string[]): void {
    if (running < atOnce) return;
    if (keys.some((key, level) => countOf(key) >= (maxWaitingOf[level] ?? maxWaiting)))
      throw new QueueFullError('own');
    if (waiting.length < maxWaiting) return;
    const lengths = new Map(waiting.map((entry) => [entry, countOf(entry.keys[0])]));
    const most = Math.max(...lengths.values());
    const last = waiting.findLast((entry) => lengths.get(entry) === most);
    if (!last || most <= countOf(keys[0]) + 1) throw new QueueFullError('all');
    remove(last);
    last.refuse(new QueueFullError('all'));
  }

  /** Negative if the first was served longer ago. */
  function compare(one: Waiting, other: Waiting): number {
    for (const [level, key] of one.keys.entries()) {
      const difference = (servedAt.get(key) ?? 0) - (servedAt.get(other.keys[level] ?? '') ?? 0);
      if (difference !== 0) return difference;
    }
    return 0;
  }

  function beginNext(): void {
    while (running < atOnce) {
      const [next] = waiting.toSorted(compare);
      if (!next) return;
      clock += 1;
      for (const key of next.keys) servedAt.set(key, clock);
      remove(next);
      running += 1;
      void next.begin().finally(() => {
        running -= 1;
        beginNext();
      });
    }
  }

  return {
    async run<T>(keys: readonly string[], work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
      signal?.throwIfAborted();
      const levels = keys.map((key, level) => `${level} ${key}`);
      makeRoom(levels);
      const { promise, resolve, reject } = Promise.withResolvers<T>();
      const giveUp = () => {
        if (!waiting.includes(entry)) return;
        remove(entry);
        reject(signal?.reason as Error);
      };
      const entry: Waiting = {
        keys: levels,
        begin: () => work().then(resolve, reject),
        refuse: reject,
      };
      waiting.push(entry);
      // A new caller queues behind those who were served before it came.
      for (const key of levels) if (!servedAt.has(key)) servedAt.set(key, clock);
      signal?.addEventListener('abort', giveUp);
      beginNext();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', giveUp);
      }
    },
  };
}
