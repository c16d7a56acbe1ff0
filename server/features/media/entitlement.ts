import type { Rendition } from '../../../shared/renditions.ts';
import type { Tx } from '../../platform/db.ts';
import { isPayingUser } from '../payments/paying.ts';

/**
 * The one place that decides between clean and watermarked; every path that serves a video or a poster asks it, for
 * the owner, at the moment of serving. Clean videos come with bought credits, the earlier videos included; whoever was
 * given all of the money back sees watermarks again.
 */
export async function entitledRendition(db: Pick<Tx, 'purchase'>, ownerId: string): Promise<Rendition> {
  return (await isPayingUser(db, ownerId)) ? 'clean' : 'watermarked';
}
