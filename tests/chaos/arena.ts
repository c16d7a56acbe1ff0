import { openDatabase } from '../../server/platform/db.ts';
import { createTestDatabase } from '../support/database.ts';
import type { Arena } from './live-history.ts';

/** A database of its own for histories, and the connections that die in them. */
export async function openArena(): Promise<Arena & { close(): Promise<void> }> {
  const fresh = await createTestDatabase({ maxConnections: 25 });
  // A pool may hand a dead connection to the next who asks: those that die have a pool of their own.
  const doomed = openDatabase(fresh.url);
  const killer = openDatabase(fresh.url, { maxConnections: 4 });
  return {
    alive: fresh.database,
    doomed,
    killer: killer.pool,
    async close() {
      await killer.close();
      await doomed.close();
      await fresh.drop();
    },
  };
}
