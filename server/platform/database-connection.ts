import net from 'node:net';
import pg from 'pg';
import { DatabaseUnavailableError } from './database-errors.ts';
import { happened, startWatch } from './telemetry.ts';

/** Where the database is to be found. */
export interface DatabaseAddress {
  /** postgresql:// address. */
  url: string;
  /** The port it listens at now, where that may become another one than `url` names. */
  port?: () => number;
}

/**
 * How long anybody waits for the database, in milliseconds. A call waits for a connection and then for an answer: 14 s
 * in all. The server ends a statement before the client gives up on its connection, so that only a server that has
 * stopped answering costs a connection.
 */
export const databaseTimeouts = {
  connect: 5_000,
  statement: 8_000,
  lock: 7_000,
  answer: 9_000,
  idleInTransaction: 30_000,
} as const;

/** What every connection to the database is opened with; nothing waits on it for ever. */
export function connectionConfig(address: string | DatabaseAddress): pg.ClientConfig {
  const { url, port } = typeof address === 'string' ? { url: address } : address;
  return {
    connectionString: url,
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

/** A connection of its own, named `name`, for work that takes as long as it takes; the caller ends it. */
export async function connectUnlimited(address: string | DatabaseAddress, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionConfig(address),
    ...{ statement_timeout: 0, lock_timeout: 0, query_timeout: 0 },
    application_name: name,
  });
  // What goes wrong with the connection reaches us through the query that needed it.
  client.on('error', () => {});
  await client.connect();
  return client;
}

/** A socket that asks for the port when it connects: pools keep the one that they were made with. */
function redirected(port: () => number): net.Socket {
  const socket = new net.Socket();
  const connect = socket.connect.bind(socket);
  socket.connect = ((_port: number, host: string) => connect(port(), host)) as typeof socket.connect;
  return socket;
}

/** Whether the database answers, as the connection that is always open sees it (`lasting-connection.ts`). */
export interface DatabaseLink {
  isDown: boolean;
}

/**
 * A pool whose users never wait for a database that is known to be away, and never get a connection that somebody has
 * given up on. Failing to connect is a DatabaseUnavailableError.
 */
export class DatabasePool extends pg.Pool {
  readonly #link: DatabaseLink;

  constructor(config: pg.PoolConfig, link: DatabaseLink) {
    super(config);
    this.#link = link;
    // An idle connection that dies (a restarted server) must not end the process; the next query opens another.
    this.on('error', () => {});
    this.on('connect', (client) => {
      // Nor may one that dies while it is lent out, between two statements: without a listener Node ends the process.
      client.on('error', () => {});
      watchQueries(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): Promise<pg.PoolClient> | void {
    if (!callback) return this.#lend();
    void this.#lendTo(callback);
  }

  async #lend(): Promise<pg.PoolClient> {
    if (this.#link.isDown) throw new DatabaseUnavailableError();
    try {
      return await super.connect();
    } catch (error) {
      throw new DatabaseUnavailableError(error);
    }
  }

  async #lendTo(callback: ConnectCallback): Promise<void> {
    let client: pg.PoolClient;
    try {
      client = await this.#lend();
    } catch (error) {
      callback(error as DatabaseUnavailableError, undefined, () => {});
      return;
    }
    callback(undefined, client, (release?: boolean | Error) => client.release(release));
  }
}

type ConnectCallback = Parameters<pg.Pool['connect']>[0];

/** Tells how long statements take. A connection with an answer outstanding is ended: it is of no use to the next statement, which would wait behind it. */
function watchQueries(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    const seconds = startWatch();
    const result = query(...args);
    if (result instanceof Promise) {
      const told = () => happened('database-query', { seconds: seconds() });
      result.then(told, (error: unknown) => {
        told();
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
