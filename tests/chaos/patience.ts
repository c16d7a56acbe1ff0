import { isDatabaseUnavailable } from '#server/platform/database/errors.ts';
import type { Database } from '#server/platform/database/db.ts';

/**
 * Removes the time limits of connections opened from now on: where many wait for each other's locks, a slow machine
 * must not turn waiting into refusals.
 */
export function removeTimeLimits({ pool }: Pick<Database, 'pool'>): void {
  Object.assign(pool.options, {
    connectionTimeoutMillis: 0,
    statement_timeout: 0,
    lock_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  });
}

/** Repeats a request that is refused because the database is busy, as its sender would. */
export async function whileBusy<Result>(request: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await request();
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error;
    }
  }
}
