import type { Db } from '#server/platform/database/db.ts';
import { type EventHub, watch } from '#server/platform/database/events.ts';
import { readOnce } from '#server/platform/concurrency/shared-read.ts';
import { getBalance } from './ledger.ts';

/** Yields the user's balance immediately, then whenever it may have changed, until `signal` aborts. */
export function watchBalance(
  { db, events }: { db: Db; events: EventHub },
  userId: string,
  signal?: AbortSignal,
): AsyncGenerator<{ credits: number }, void, undefined> {
  return watch(events, {
    userId,
    concerns: ({ topic }) => topic === 'balance',
    read: (event) => readOnce(event, 'balance', async () => ({ credits: await getBalance(db, userId) })),
    signal,
  });
}
