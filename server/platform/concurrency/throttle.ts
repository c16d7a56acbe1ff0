import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

/** Rate limit for calls to another server, including pauses; shared by all processes on one database. */
export interface Throttle {
  /** Resolves when the caller may go ahead. Throws the signal's reason once it is aborted. */
  take(signal: AbortSignal): Promise<void>;
  /** Blocks everyone for this many seconds. */
  pause(seconds: number): Promise<void>;
  isPaused(): Promise<boolean>;
}

const maxSleep = 5000;

/**
 * Lets `perMinute` callers through per minute, evenly spaced, so that no sliding minute has more. Counted in the
 * database's `rate_limit` table under `name`.
 */
export function createThrottle(pool: pg.Pool, name: string, perMinute: number): Throttle {
  const table = {
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limit',
    tableCreated: true,
    clearExpiredByTimeout: false,
  };
  const slots = new RateLimiterPostgres({
    ...table,
    keyPrefix: `throttle-${name}`,
    points: 1,
    duration: 60 / perMinute,
  });
  const pauses = new RateLimiterPostgres({ ...table, keyPrefix: `pause-${name}`, points: 1, duration: 1 });
  const key = 'all';

  /** Milliseconds to wait before asking again; 0 if the caller got a slot. */
  async function nextDelay(): Promise<number> {
    const paused = await pauses.get(key);
    if (paused) return Math.max(1, paused.msBeforeNext);
    try {
      await slots.consume(key);
      return 0;
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return Math.max(1, refusal.msBeforeNext);
    }
  }

  return {
    async take(signal) {
      for (;;) {
        signal.throwIfAborted();
        const wait = await nextDelay();
        if (wait === 0) return;
        // With jitter, and never so long that the caller sleeps through the end of a pause.
        const sleep = Math.min(wait, maxSleep) * (1 + 0.1 * Math.random());
        await delay(sleep, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    },
    async pause(seconds) {
      await pauses.set(key, 1, seconds);
    },
    isPaused: async () => (await pauses.get(key)) !== null,
  };
}
