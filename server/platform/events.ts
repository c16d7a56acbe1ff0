import { EventEmitter, on } from 'node:events';
import pg from 'pg';
import { connectionConfig, type DatabaseAddress, type DatabaseLink } from './database-connection.ts';
import { isTooManyConnections } from './database-errors.ts';
import type { Tx } from './db.ts';
import { openLastingConnection } from './lasting-connection.ts';
import type { Logger } from './logger.ts';

/** Something of a user's has changed; the listener reads what it needs. */
export interface UserEvent {
  userId: string;
  topic: 'task' | 'movement' | 'album' | 'export' | 'balance' | 'purchase' | 'box';
  /** The id of what has changed; a balance, the purchases and the boxes have their user's. */
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

/** An emitter has events of its own: each iterator listens for `error`, and ends with one. */
const nameOf = (userId: string): string => `user ${userId}`;
const isUser = (name: string | symbol): boolean => typeof name === 'string' && name.startsWith('user ');

/** How often the connection is asked whether it still answers, in milliseconds. */
const askEvery = 2_000;

/**
 * Connects to the database and listens; reconnects by itself for as long as the hub is open, and says in `link` whether
 * the database is there. An outage is logged twice: at its start and at its end.
 */
export async function openEventHub(
  address: string | DatabaseAddress,
  logger: Logger,
  link: DatabaseLink = { isDown: false },
): Promise<EventHub> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const closing = new AbortController();
  const connection = await openLastingConnection({
    open: () => listen(address, (event) => emitter.emit(nameOf(event.userId), event)),
    askEvery,
    onLost: (error) => logger.warn({ err: error }, 'the database is away'),
    // Not before: where only this one connection was cut, or finds no place, nobody else need know.
    onStillLost(error) {
      if (!isTooManyConnections(error)) link.isDown = true;
    },
    onBack(milliseconds) {
      link.isDown = false;
      logger.warn({ seconds: Math.round(milliseconds / 100) / 10 }, 'the database is back');
      // Events may have been missed in between: every subscriber re-reads what it watches.
      for (const name of emitter.eventNames()) if (isUser(name)) emitter.emit(name, null);
    },
  });
  return {
    subscribe(userId, signal) {
      const until = AbortSignal.any([signal, closing.signal]);
      // Attached here, not at the first `next`: what happens between the two must not be missed.
      return untilAborted(on(emitter, nameOf(userId), { signal: until }), until);
    },
    async close() {
      closing.abort();
      await connection.close();
    },
  };
}

async function listen(
  address: string | DatabaseAddress,
  onEvent: (event: UserEvent) => void,
): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(address));
  client.on('error', () => {});
  client.on('notification', ({ payload }) => {
    const event = JSON.parse(payload ?? 'null') as UserEvent | null;
    if (event) onEvent(event);
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
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
