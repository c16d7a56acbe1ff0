import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { databaseName } from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';

/** Every Memori that uses the embedded database holds one connection whose name begins so: who leaves last, stops it. */
const namePrefix = 'memori keeper';

/** One Memori's sign that it uses the server. It goes with its process, however that one dies. */
export interface Keeper {
  name: string;
  close(): Promise<void>;
}

async function connected(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 10_000,
  });
  // A server that goes away must not take the process with it; those who query will notice.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new EmbeddedPostgresError(`The embedded database refuses the connection: ${String(error)}`);
  }
  return client;
}

/** Signs in at the server of `adminUrl`; creates the application's database if it is not there. Call it under the lock. */
export async function openKeeper(adminUrl: string): Promise<Keeper> {
  const name = `${namePrefix} ${randomBytes(8).toString('hex')}`;
  const client = await connected(adminUrl, name);
  const found = await client.query('SELECT FROM pg_database WHERE datname = $1', [databaseName]);
  if (found.rowCount === 0) await client.query(`CREATE DATABASE ${databaseName}`);
  return { name, close: () => client.end() };
}

/** True if a keeper other than `own` is signed in at the server of `adminUrl`. */
export async function othersPresent(adminUrl: string, own: Keeper): Promise<boolean> {
  const client = await connected(adminUrl, 'memori leaving');
  try {
    const { rowCount } = await client.query(
      'SELECT FROM pg_stat_activity WHERE starts_with(application_name, $1) AND application_name <> $2',
      [namePrefix, own.name],
    );
    return rowCount !== 0;
  } finally {
    await client.end();
  }
}
