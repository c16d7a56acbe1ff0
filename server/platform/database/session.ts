import pg from 'pg';
import { createId } from '../ids.ts';
import { connectionConfig, type DatabaseAddress } from './connection.ts';

/**
 * Whether a connection has a session of its own, as locks and notifications require: false behind a pooler that lends
 * sessions out for a transaction or statement each. A notification that another connection has sent is delivered with the
 * next response of a session that listens, at the latest (PostgreSQL's `ProcessNotifyInterrupt`), so nothing waits for it.
 */
export async function hasOwnSession(address: string | DatabaseAddress): Promise<boolean> {
  const [listener, speaker] = [await connected(address), await connected(address)];
  try {
    const channel = `memori_echo_${createId()}`;
    let isHeard = false;
    listener.on('notification', (message) => (isHeard ||= message.channel === channel));
    await listener.query(`LISTEN ${channel}`);
    await speaker.query(`NOTIFY ${channel}`);
    await listener.query('SELECT 1');
    return isHeard;
  } finally {
    await Promise.all([listener.end(), speaker.end()]);
  }
}

async function connected(address: string | DatabaseAddress): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(address));
  client.on('error', () => {});
  await client.connect();
  return client;
}
