import { AsyncLocalStorage } from 'node:async_hooks';
import net from 'node:net';
import pLimit, { type LimitFunction } from 'p-limit';
import pg from 'pg';
import { DatabaseUnavailableError } from './errors.ts';
import { sharedResources } from '../concurrency/shared-resources.ts';
import { emit, startTimer } from '../logging/telemetry.ts';

/** The address of the database. */
export interface DatabaseAddress {
  /** postgresql:// address. */
  url: string;
  /** The current port, if it may differ from the one in `url`. */
  port?: () => number;
}

/**
 * Database timeouts in milliseconds. A call waits for a connection and then for a response: 14 s in total. The server
 * cancels a statement before the client gives up on its connection, so a connection is lost only if the server has
 * stopped responding.
 */
export const databaseTimeouts = {
  connect: 5_000,
  statement: 8_000,
  lock: 7_000,
  answer: 9_000,
  transaction: 15_000,
  idleInTransaction: 30_000,
} as const;

/**
 * `sslmode` as every other program reads it: `require` encrypts and asks for no certificate of a known authority. The
 * driver takes it for `verify-full` otherwise, and refuses certificates of one's own.
 */
function withLibpqMeaning(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed?.searchParams.has('sslmode') || parsed.searchParams.has('uselibpqcompat')) return url;
  parsed.searchParams.set('uselibpqcompat', 'true');
  return parsed.href;
}

/** The configuration of every database connection; no operation on it can wait forever. */
export function connectionConfig(address: string | DatabaseAddress): pg.ClientConfig {
  const { url, port } = typeof address === 'string' ? { url: address } : address;
  return {
    connectionString: withLibpqMeaning(url),
    application_name: 'memori',
    keepAlive: true,
    connectionTimeoutMillis: databaseTimeouts.connect,
    statement_timeout: databaseTimeouts.statement,
    lock_timeout: databaseTimeouts.lock,
    query_timeout: databaseTimeouts.answer,
    idle_in_transaction_session_timeout: databaseTimeouts.idleInTransaction,
    ...(port && { stream: () => redirected(port) }),
  };
}

/** Opens a dedicated connection named `name`, without time limits, for long-running work; the caller ends it. */
export async function connectUnlimited(address: string | DatabaseAddress, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionConfig(address),
    statement_timeout: 0,
    lock_timeout: 0,
    query_timeout: 0,
    application_name: name,
  });
  // A connection error also reaches us through the query that needed the connection.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A socket that looks up the port when it connects, because pools keep the port they were created with. */
function redirected(port: () => number): net.Socket {
  const socket = new net.Socket();
  const connect = socket.connect.bind(socket);
  socket.connect = ((_port: number, host: string) => connect(port(), host)) as typeof socket.connect;
  return socket;
}

/** Whether the database is reachable, as seen by the connection that is kept open (`persistent-connection.ts`). */
export interface DatabaseLink {
  isDown: boolean;
}

const users = new AsyncLocalStorage<string>();

/**
 * Runs `work` on behalf of a user: it holds at most `databaseConnections.perUser` connections of a pool at once,
 * together with all other work of that user. Calls that wait for each other's locks can't take all of them.
 */
export const onBehalfOf = <T>(userId: string, work: () => T): T => users.run(userId, work);

/**
 * A pool that fails fast while the database is known to be down, and never hands out a connection with an abandoned
 * query. A failure to connect is a DatabaseUnavailableError.
 */
export class DatabasePool extends pg.Pool {
  readonly #link: DatabaseLink;
  readonly #turns = new Map<string, LimitFunction>();

  constructor(config: pg.PoolConfig, link: DatabaseLink) {
    super(config);
    this.#link = link;
    // An idle connection that dies (a restarted server) must not end the process; the next query opens a new one.
    this.on('error', () => {});
    this.on('connect', (client) => {
      // Nor may a checked-out one that dies between two statements: without a listener, Node ends the process.
      client.on('error', () => {});
      watchQueries(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return this.acquire();
    void this.#lendTo(callback);
  }

  async acquire(): Promise<pg.PoolClient> {
    if (this.#link.isDown) throw new DatabaseUnavailableError();
    const userId = users.getStore();
    const leave = userId === undefined ? () => {} : await this.#enter(userId);
    try {
      const client = await super.connect();
      // The pool sets another `release` each time it lends the client.
      const { release } = client;
      client.release = (error) => {
        leave();
        release(error);
      };
      return client;
    } catch (error) {
      leave();
      throw new DatabaseUnavailableError(error);
    }
  }

  /** Waits for one of the user's places, no longer than for a connection; returns how to leave it. */
  async #enter(userId: string): Promise<() => void> {
    const turn = this.#turns.get(userId) ?? pLimit(sharedResources.databaseConnections.perUser);
    this.#turns.set(userId, turn);
    const [entered, left] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    void turn(() => {
      entered.resolve();
      return left.promise;
    }).finally(() => {
      if (turn.activeCount + turn.pendingCount === 0) this.#turns.delete(userId);
    });
    const late = setTimeout(() => {
      left.resolve();
      entered.reject(new DatabaseUnavailableError(new Error('too many calls of one user')));
    }, databaseTimeouts.connect);
    try {
      await entered.promise;
    } finally {
      clearTimeout(late);
    }
    return left.resolve;
  }

  async #lendTo(callback: ConnectCallback): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.acquire();
    } catch (error) {
      callback(error as DatabaseUnavailableError, undefined, () => {});
      return;
    }
    callback(undefined, client, (release?: boolean | Error) => client.release(release));
  }
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/**
 * Records the duration of statements. Ends a connection whose query timed out without a response: the next statement
 * would queue behind it.
 */
function watchQueries(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const seconds = startTimer();
    const result = query(...args);
    if (result instanceof Promise) {
      const emitDuration = () => emit('database-query', { seconds: seconds() });
      result.then(emitDuration, (error: unknown) => {
        emitDuration();
        if (isReadTimeout(error)) client.end().catch(() => {});
      });
    }
    return result;
  }) as typeof client.query;
}

const readTimeout = 'Query read timeout';

function isReadTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === readTimeout;
}
