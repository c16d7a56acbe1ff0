import type { VideoTask } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/db.ts';
import { DeadlinePassed } from '../../providers/video/types.ts';

/**
 * Takes a task up; null if it has ended or is not known. When it was first taken up stays as it is: what happens to
 * its workers afterwards gives it no more time.
 */
export async function claim(db: Db, taskId: string): Promise<VideoTask | null> {
  await db.videoTask.updateMany({
    where: { id: taskId, status: 'Queued' },
    data: { status: 'Processing', startedAt: new Date() },
  });
  return db.videoTask.findUnique({ where: { id: taskId, status: 'Processing' } });
}

/** When a task that was taken up has to be over. */
export function deadlineOf({ startedAt }: Pick<VideoTask, 'startedAt'>, deadlineSeconds: number): Date {
  return new Date((startedAt ?? new Date()).getTime() + deadlineSeconds * 1000);
}

/** A signal that aborts with DeadlinePassed at that time, until it is cleared. */
export function abortAt(time: Date): { signal: AbortSignal; clear: () => void } {
  const abort = new AbortController();
  const expire = () => abort.abort(new DeadlinePassed('The video took too long'));
  const timer = setTimeout(expire, Math.max(0, time.getTime() - Date.now()));
  return { signal: abort.signal, clear: () => clearTimeout(timer) };
}
