import { type EventHub, publish, type UserEvent } from '#server/platform/database/events.ts';
import type { Db } from '#server/platform/database/db.ts';

/** Runs `act` and returns the events that the user's pages receive meanwhile. */
export async function heard(
  { db, events }: { db: Db; events: EventHub },
  userId: string,
  act: () => Promise<unknown>,
): Promise<UserEvent[]> {
  const stop = new AbortController();
  const received = events.subscribe(userId, stop.signal);
  const last: UserEvent = { userId, topic: 'box', id: 'last' };
  const found: UserEvent[] = [];
  try {
    await act();
    // Events arrive in the order of their commits: after this one, there are no more.
    await publish(db, last);
    for await (const event of received) {
      if (event?.topic === last.topic) break;
      if (event) found.push(event);
    }
  } finally {
    stop.abort();
  }
  return found;
}
