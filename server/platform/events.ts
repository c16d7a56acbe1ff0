import { EventEmitter, on } from 'node:events';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import type { Tx } from './db.ts';
import type { Logger } from './logger.ts';

/** Something of a user's has changed; the listener reads what it needs. */
export interface UserEvent {
  userId: string;
  topic: 'task' | 'album' | 'balance';
  /** The id of what has changed; a balance has its user's. */
  id: string;
}

const channel = 'memori_user_event';

/**
 * Tells all processes, through PostgreSQL, that something of a user's has changed. Inside a transaction the
 * message goes out with the commit, or not at all.
 */
export async function publish(db: Pick<Tx, '$executeRaw'>, event: UserEvent): Promise<void> {
  await db.$executeRaw`SELECT pg_notify(${channel}, ${JSON.stringify(event)})`;
}

/** Receives what any process publishes. One connection to the database serves all subscribers. */
export interface EventHub {
  /** Yields the user's events from the call on, until the signal aborts. A lost connection yields one `null`: re-read. */
  subscribe(userId: string, signal: AbortSignal): AsyncIterable<UserEvent | null>;
  close(): Promise<void>;
}

/** Connects to `url` and listens; reconnects by itself for as long as the hub is open. */
export async function openEventHub(url: string, logger: Logger): Promise<EventHub> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const closing = new AbortController();
  let client: pg.Client | undefined;

  async function connect(): Promise<void> {
    const fresh = new pg.Client({ connectionString: url, application_name: 'memori', keepAlive: true });
    fresh.on('notification', ({ payload }) => {
      const event = JSON.parse(payload ?? 'null') as UserEvent | null;
      if (event) emitter.emit(event.userId, event);
    });
    fresh.on('error', (error) => logger.warn({ err: error }, 'lost the event connection'));
    fresh.on('end', () => {
      if (!closing.signal.aborted) void reconnect();
    });
    await fresh.connect();
    await fresh.query(`LISTEN ${channel}`);
    client = fresh;
  }

  async function reconnect(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await delay(500, undefined, { signal: closing.signal });
        await connect();
        // Events may have been missed in between: every subscriber re-reads what it watches.
        for (const name of emitter.eventNames()) emitter.emit(name, null);
        return;
      } catch (error) {
        if (!closing.signal.aborted) logger.warn({ err: error }, 'the event connection is still down');
      }
    }
  }

  await connect();
  return {
    subscribe(userId, signal) {
      const until = AbortSignal.any([signal, closing.signal]);
      // Attached here, not at the first `next`: what happens between the two must not be missed.
      return untilAborted(on(emitter, userId, { signal: until }), until);
    },
    async close() {
      closing.abort();
      await client?.end();
    },
  };
}

async function* untilAborted(
  events: AsyncIterable<unknown>,
  signal: AbortSignal,
): AsyncGenerator<UserEvent | null, void, undefined> {
  try {
    for await (const args of events) yield (args as [UserEvent | null])[0];
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

/** What somebody watches: which events concern it, and how it is read. */
export interface Watched<T> {
  userId: string;
  concerns: (event: UserEvent) => boolean;
  /** Told of the event that it follows, for `readOnce`; of none where it is the first read or events were lost. */
  read: (event: UserEvent | null) => Promise<T>;
  signal?: AbortSignal | undefined;
}

/** Yields what `read` gives: at once, then whenever it may have changed, until `signal` aborts. Throws what it throws. */
export async function* watch<T>(
  hub: EventHub,
  { userId, concerns, read, signal }: Watched<T>,
): AsyncGenerator<T, void, undefined> {
  const stop = new AbortController();
  // Subscribed before the first read: a change in between is seen by one or the other.
  const events = hub.subscribe(userId, AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]));
  try {
    yield await read(null);
    for await (const event of events) if (!event || concerns(event)) yield await read(event);
  } finally {
    stop.abort();
  }
}
