import type { Rendition } from '../../../shared/renditions.ts';
import type { Tx } from '../../platform/db.ts';
import { isPayingUser } from '../payments/paying.ts';

/**
 * The single place that decides between clean and watermarked. Every path that serves a video or a poster asks it, for
 * the owner, at the moment of serving. Bought credits give access to clean videos, earlier ones included; after a full
 * refund users see watermarks again.
 */
export async function entitledRendition(db: Pick<Tx, 'purchase'>, ownerId: string): Promise<Rendition> {
  return (await isPayingUser(db, ownerId)) ? 'clean' : 'watermarked';
}
