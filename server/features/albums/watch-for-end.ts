import { type AlbumStatus, isAlbumFinal } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import { type EventHub, watch } from '../../platform/events.ts';
import type { Logger } from '../../platform/logger.ts';

/** Aborts when the album ends, in whichever process; stops watching when disposed of. */
interface AlbumEnd extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Watches, from this call on, for the end of an album that somebody is working on. What it misses while the database is
 * away costs work and no more: an album ends only once.
 */
export function watchForEnd(
  { db, events, logger }: { db: Db; events: EventHub; logger: Logger },
  { id, userId }: { id: string; userId: string },
): AlbumEnd {
  const ended = new AbortController();
  const closing = new AbortController();
  const statuses = watch(events, {
    userId,
    concerns: (event) => event.topic === 'album' && event.id === id,
    read: () => db.album.findUnique({ where: { id }, select: { status: true } }),
    signal: closing.signal,
  });
  async function follow(): Promise<void> {
    for await (const album of statuses) {
      if (album && !isAlbumFinal(album.status as AlbumStatus)) continue;
      ended.abort(new Error('the album has ended'));
      return;
    }
  }
  follow().catch((error: unknown) =>
    logger.warn({ err: error, albumId: id }, 'stopped watching for the end of an album'),
  );
  return { signal: ended.signal, [Symbol.dispose]: () => closing.abort() };
}
