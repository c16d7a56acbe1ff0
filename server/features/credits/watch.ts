import type { Db } from '../../platform/db.ts';
import type { EventHub } from '../../platform/events.ts';
import { getBalance } from './ledger.ts';

/** Yields the user's balance: at once, then whenever it may have changed, until `signal` aborts. */
export async function* watchBalance(
  deps: { db: Db; events: EventHub },
  userId: string,
  signal?: AbortSignal,
): AsyncGenerator<{ credits: number }, void, undefined> {
  const stop = new AbortController();
  // Subscribed before the first read: a change in between is seen by one or the other.
  const events = deps.events.subscribe(
    userId,
    AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]),
  );
  try {
    yield { credits: await getBalance(deps.db, userId) };
    for await (const event of events) {
      if (event && event.topic !== 'balance') continue;
      yield { credits: await getBalance(deps.db, userId) };
    }
  } finally {
    stop.abort();
  }
}
