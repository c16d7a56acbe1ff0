import { EventEmitter, on } from 'node:events';
import pg from 'pg';
import { connectionConfig, type DatabaseAddress, type DatabaseLink } from './connection.ts';
import { isTooManyConnections } from './errors.ts';
import type { Tx } from './db.ts';
import { openPersistentConnection } from './persistent-connection.ts';
import type { Logger } from '../logging/logger.ts';

/** A change to some of a user's data; listeners re-read what they need. */
export interface UserEvent {
  userId: string;
  topic: 'task' | 'movement' | 'album' | 'export' | 'balance' | 'purchase' | 'box';
  /** The id of what changed; for a balance, purchases and boxes, the user's id. */
  id: string;
}

const channel = 'memori_user_event';
/** Triggers of the database publish here the id of each session and token that ends. */
const endedChannel = 'memori_ended_credential';

/**
 * Notifies all processes, through PostgreSQL, that some of users' data has changed, in one statement. Inside a
 * transaction, the notifications are sent on commit, or not at all.
 */
export async function publish(db: Pick<Tx, '$executeRaw'>, ...events: UserEvent[]): Promise<void> {
  const payloads = events.map((event) => JSON.stringify(event));
  await db.$executeRaw`SELECT pg_notify(${channel}, payload) FROM unnest(${payloads}::text[]) AS payload`;
}

/** Receives the events published by any process. All subscribers share one database connection. */
export interface EventHub {
  /** Yields the user's events from the call until the signal aborts. A lost connection yields one `null`: re-read. */
  subscribe(userId: string, signal: AbortSignal): AsyncIterable<UserEvent | null>;
  /** Calls the listener with the id of each session and token that ends or is suspended, from now on. */
  onCredentialEnded(listener: (credentialId: string) => void): void;
  close(): Promise<void>;
}

/** Prefixed because emitters reserve some names: each iterator listens for `error`, and ends with one. */
const nameOf = (userId: string): string => `user ${userId}`;
const isUser = (name: string | symbol): boolean => typeof name === 'string' && name.startsWith('user ');

/** How often the connection is checked, in milliseconds. */
const checkEvery = 2_000;

/**
 * Connects to the database and listens; reconnects automatically until the hub is closed, and records in `link` whether
 * the database is reachable. An outage is logged twice: at its start and at its end.
 */
export async function openEventHub(
  address: string | DatabaseAddress,
  logger: Logger,
  link: DatabaseLink = { isDown: false },
): Promise<EventHub> {
  const emitter = new EventEmitter();
  emitter.setMaxListeners(0);
  const closing = new AbortController();
  const connection = await openPersistentConnection({
    open: () =>
      listen(address, {
        onEvent: (event) => emitter.emit(nameOf(event.userId), event),
        onEnded: (credentialId) => emitter.emit(endedChannel, credentialId),
      }),
    checkEvery,
    onLost: (error) => logger.warn({ err: error }, 'the database is unavailable'),
    // Only now: if just this one connection was cut, or no slot is free, the database isn't down for the others.
    onReconnectFailed(error) {
      if (!isTooManyConnections(error)) link.isDown = true;
    },
    onReconnected(milliseconds) {
      link.isDown = false;
      logger.warn({ seconds: Math.round(milliseconds / 100) / 10 }, 'the database is available again');
      // Events may have been missed meanwhile: every subscriber re-reads what it watches.
      for (const name of emitter.eventNames()) if (isUser(name)) emitter.emit(name, null);
    },
  });
  return {
    subscribe(userId, signal) {
      const until = AbortSignal.any([signal, closing.signal]);
      // Attached here, not on the first `next`, so that no events in between are missed.
      return untilAborted(on(emitter, nameOf(userId), { signal: until }), until);
    },
    onCredentialEnded: (listener) => void emitter.on(endedChannel, listener),
    async close() {
      closing.abort();
      await connection.close();
    },
  };
}

async function listen(
  address: string | DatabaseAddress,
  handle: { onEvent: (event: UserEvent) => void; onEnded: (credentialId: string) => void },
): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(address));
  client.on('error', () => {});
  client.on('notification', ({ channel: from, payload = '' }) => {
    if (from === endedChannel) handle.onEnded(payload);
    else handle.onEvent(JSON.parse(payload) as UserEvent);
  });
  try {
    await client.connect();
    await client.query(`LISTEN ${channel}`);
    await client.query(`LISTEN ${endedChannel}`);
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

/** What a subscriber watches: which events are relevant, and how to read the state. */
export interface WatchOptions<T> {
  userId: string;
  concerns: (event: UserEvent) => boolean;
  /** Receives the event that triggered it, for `readOnce`; null for the first read or after events were lost. */
  read: (event: UserEvent | null) => Promise<T>;
  signal?: AbortSignal | undefined;
}

/** Yields `read`'s result: immediately, then after each relevant event, until `signal` aborts. Throws like `read`. */
export async function* watch<T>(
  hub: EventHub,
  { userId, concerns, read, signal }: WatchOptions<T>,
): AsyncGenerator<T, void, undefined> {
  const stop = new AbortController();
  // Subscribes before the first read, so that no change in between is missed.
  const events = hub.subscribe(userId, AbortSignal.any(signal ? [signal, stop.signal] : [stop.signal]));
  try {
    yield await read(null);
    for await (const event of events) if (!event || concerns(event)) yield await read(event);
  } finally {
    stop.abort();
  }
}
