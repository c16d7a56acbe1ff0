import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgresError } from './errors.ts';

/** Every Memori that uses the embedded database holds one connection whose name begins so: who leaves last, stops it. */
const namePrefix = 'memori keeper';

/** A name for one Memori's sign that it uses the server: a connection of this name, which goes with its process, however that one dies. */
export function newKeeperName(): string {
  return `${namePrefix} ${randomBytes(8).toString('hex')}`;
}

/** SQLSTATE of a server that starts, stops or recovers from a crash of one of its processes. */
const cannotConnectNow = '57P03';
const pollMilliseconds = 40;
/** As long does who leaves wait for a server that recovers: without its answer it would be left running. */
const leavingMilliseconds = 20_000;

/**
 * Connects under a name to the server of `adminUrl`; waits for one that recovers until `deadline` (milliseconds since
 * 1970). Throws EmbeddedPostgresError.
 */
export async function connectAs(name: string, adminUrl: string, deadline = Date.now()): Promise<pg.Client> {
  for (;;) {
    const client = new pg.Client({
      connectionString: adminUrl,
      application_name: name,
      connectionTimeoutMillis: 10_000,
      query_timeout: 20_000,
    });
    // A server that goes away must not take the process with it; those who query will notice.
    client.on('error', () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if ((error as { code?: unknown }).code !== cannotConnectNow || Date.now() > deadline)
        throw new EmbeddedPostgresError(`The embedded database refuses the connection: ${String(error)}`);
    }
    await delay(pollMilliseconds);
  }
}

/** True if a keeper of another name than `own` is signed in at the server of `adminUrl`. */
export async function othersPresent(adminUrl: string, own?: string): Promise<boolean> {
  const client = await connectAs('memori leaving', adminUrl, Date.now() + leavingMilliseconds);
  try {
    const { rowCount } = await client.query(
      'SELECT FROM pg_stat_activity WHERE starts_with(application_name, $1) AND application_name <> $2',
      [namePrefix, own ?? ''],
    );
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}
