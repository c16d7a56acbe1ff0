import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { EmbeddedPostgresError } from './errors.ts';

/**
 * Each process that uses the embedded database holds a connection named like this: the last one stops the server. Never
 * changed: processes of other releases on the same database look for it.
 */
const namePrefix = 'memori keeper';

/** A name for a process's lease connection, which marks the server as in use until the process ends or dies. */
export function newLeaseName(): string {
  return `${namePrefix} ${randomBytes(8).toString('hex')}`;
}

/** SQLSTATE of a server that is starting, stopping or recovering from the crash of one of its processes. */
const cannotConnectNow = '57P03';
const pollMilliseconds = 40;
/** How long a leaving process waits for a recovering server: without its response, the server would be left running. */
const recoveryTimeout = 20_000;

/**
 * Connects under a name to the server at `adminUrl`; waits for a recovering server until `deadline` (milliseconds since
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
    // A server that dies must not take the process with it; queries will fail by themselves.
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

/** True if a lease with a name other than `own` is connected to the server at `adminUrl`. */
export async function hasOtherLeases(adminUrl: string, own?: string): Promise<boolean> {
  const client = await connectAs('memori leaving', adminUrl, Date.now() + recoveryTimeout);
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
