import type { FilmRef } from '#shared/schemas/share.ts';
import type { Tx } from '#server/platform/database/db.ts';

/**
 * Hides a film from everybody but its owner, or makes it visible again to those it is shared with. A hidden video also
 * hides the albums that contain it, for as long as they exist, even if the video itself is deleted. Returns false if
 * there is no such film.
 */
export async function setHidden(tx: Tx, { kind, id }: FilmRef, hidden: boolean): Promise<boolean> {
  const data = { hiddenAt: hidden ? new Date() : null };
  if (kind === 'album') return (await tx.album.updateMany({ where: { id }, data })).count > 0;
  // The video first: an album being made of it, which holds a lock on the video, has then committed its clips.
  const { count } = await tx.videoTask.updateMany({ where: { id }, data });
  await tx.albumClip.updateMany({ where: { taskId: id }, data });
  return count > 0;
}
