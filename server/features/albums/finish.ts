import type { ErrorCode } from '../../../shared/errors.ts';
import { albumStatusesBefore } from '../../../shared/status.ts';
import type { Db } from '../../platform/db.ts';
import { publish } from '../../platform/events.ts';

/**
 * Ends the album well, with what the run put under `runPrefix` in the storage. False if it had ended already, or is
 * not known: the caller then removes what it made. As with tasks, this one conditional update decides.
 */
export async function completeAlbum(db: Db, albumId: string, runPrefix: string): Promise<boolean> {
  return end(db, albumId, { status: 'completed', runPrefix, progress: 1 });
}

/** Ends the album badly. False if it had ended already. */
export async function failAlbum(db: Db, albumId: string, errorCode: ErrorCode): Promise<boolean> {
  return end(db, albumId, { status: 'failed', errorCode });
}

type End =
  | { status: 'completed'; runPrefix: string; progress: 1 }
  | { status: 'failed'; errorCode: ErrorCode };

async function end(db: Db, albumId: string, data: End): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const ended = await tx.album.updateManyAndReturn({
      where: { id: albumId, status: { in: albumStatusesBefore(data.status) } },
      data: { ...data, finishedAt: new Date() },
      select: { userId: true },
    });
    for (const { userId } of ended) await publish(tx, { userId, topic: 'album', id: albumId });
    return ended.length > 0;
  });
}
