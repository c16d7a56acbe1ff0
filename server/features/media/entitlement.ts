import type { Rendition } from '#shared/renditions.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { recordCleanDelivery } from '../payments/clean-delivery.ts';
import { isPayingUser } from '../payments/paying.ts';

/**
 * The single place that decides between clean and watermarked. Every path that serves a video or a poster asks it, for
 * the owner, at the moment of serving. Bought credits give access to clean videos, earlier ones included; after a full
 * refund users see watermarks again.
 */
export async function entitledRendition(db: Pick<Tx, 'purchase'>, ownerId: string): Promise<Rendition> {
  return (await isPayingUser(db, ownerId)) ? 'clean' : 'watermarked';
}

/** Deliveries that this process knows to be recorded, so that only the first of a video costs a transaction. */
const recorded = new WeakMap<Db, Set<string>>();
const mostRemembered = 10_000;

/**
 * The rendition in which these videos of the owner, or a film made of them, may be sent now. If it is the clean one, that
 * is recorded first, because a withdrawal from the purchase counts it (decision 130). Sending it often counts once.
 */
export async function renditionToSend(
  db: Db,
  ownerId: string,
  taskIds: readonly string[],
): Promise<Rendition> {
  if ((await entitledRendition(db, ownerId)) === 'watermarked') return 'watermarked';
  return (await recordDelivery(db, ownerId, taskIds)) ? 'clean' : 'watermarked';
}

/**
 * Records that these videos of the owner, who has just been found entitled, are about to be sent clean. False if that is
 * no longer so: then they must not be.
 */
export async function recordDelivery(db: Db, ownerId: string, taskIds: readonly string[]): Promise<boolean> {
  const known = recorded.get(db) ?? new Set();
  if (taskIds.every((taskId) => known.has(taskId))) return true;
  if (!(await recordCleanDelivery(db, ownerId, taskIds))) return false;
  if (known.size > mostRemembered) known.clear();
  for (const taskId of taskIds) known.add(taskId);
  recorded.set(db, known);
  return true;
}
