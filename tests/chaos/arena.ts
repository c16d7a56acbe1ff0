import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { limits } from '#shared/limits.ts';
import { openDatabase } from '#server/platform/database/db.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { openQueue } from '#server/composition/queue.ts';
import { createDiskStorage } from '#server/providers/storage/disk.ts';
import { createTestDatabase } from '../support/database.ts';
import type { Arena } from './live-history.ts';
import { removeTimeLimits } from './patience.ts';

/** A database for histories, and a pool of connections that get killed in them. */
export async function openArena(): Promise<Arena & { close(): Promise<void> }> {
  const fresh = await createTestDatabase({ maxConnections: 25 });
  const doomed = openDatabase(fresh.url);
  const killer = openDatabase(fresh.url, { maxConnections: 4 });
  for (const database of [fresh.database, doomed, killer]) removeTimeLimits(database);
  const queue = await openQueue({ address: fresh.url, logger: createLogger('silent'), worker: false });
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-arena-'));
  return {
    alive: fresh.database,
    doomed,
    killer: killer.pool,
    queue,
    storage: createDiskStorage(folder),
    photo: await smallestPhoto(),
    async close() {
      await queue.stop({ graceful: false });
      await killer.close();
      await doomed.close();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function smallestPhoto(): Promise<Blob> {
  const side = limits.photo.minShorterSide;
  const picture = sharp({ create: { width: side, height: side, channels: 3, background: '#a86' } });
  return new Blob([Uint8Array.from(await picture.jpeg().toBuffer())]);
}
