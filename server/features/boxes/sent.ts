import type { SentPhoto } from '#shared/box.ts';
import { inForce } from '#server/platform/credentials.ts';
import type { Db } from '#server/platform/database/db.ts';
import { hashOfSecret, looksLikeSecret } from '#server/platform/secrets.ts';
import { findSharedVideo } from '../generation/find-videos.ts';

/**
 * The state of the photo that belongs to this sender's secret; null if there is none, or its box is suspended. The video's id is returned only
 * while the video is shared publicly.
 */
export async function findSent(db: Db, secret: string): Promise<SentPhoto | null> {
  if (!looksLikeSecret(secret)) return null;
  const photo = await db.boxPhoto.findUnique({ where: { secretHash: hashOfSecret(secret), box: inForce } });
  if (!photo) return null;
  if (photo.taskId === null)
    return { state: photo.status === 'refused' ? 'refused' : 'waiting', videoId: null };
  if (await findSharedVideo(db, photo.taskId)) return { state: 'ready', videoId: photo.taskId };
  const task = await db.videoTask.findUnique({ where: { id: photo.taskId }, select: { status: true } });
  const inWork = task?.status === 'Queued' || task?.status === 'Processing';
  return { state: inWork ? 'making' : 'failed', videoId: null };
}
