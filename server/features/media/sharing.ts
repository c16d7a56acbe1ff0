import type { Sharing } from '../../../shared/schemas/share.ts';

/** What a film's row says of its sharing. */
export interface SharingColumns {
  sender: string | null;
  dedication: string | null;
  sharedUntil: Date | null;
  shareStoppedAt: Date | null;
}

/** For a query that reads these columns. */
export const sharingColumns = {
  sender: true,
  dedication: true,
  sharedUntil: true,
  shareStoppedAt: true,
} as const;

/** Whether anybody who knows a film's id may see it at this moment. Its owner always may. */
export function isShared(
  { sharedUntil, shareStoppedAt }: Pick<SharingColumns, 'sharedUntil' | 'shareStoppedAt'>,
  now = new Date(),
): boolean {
  return shareStoppedAt === null && (sharedUntil === null || sharedUntil > now);
}

export function presentSharing({ sender, dedication, sharedUntil, shareStoppedAt }: SharingColumns): Sharing {
  const until = sharedUntil?.toISOString() ?? null;
  return { sender, dedication, until, stopped: shareStoppedAt !== null };
}

/** What a film's row is to say. */
export function columnsOf({ sender, dedication, until, stopped }: Sharing): SharingColumns {
  const sharedUntil = until === null ? null : new Date(until);
  return { sender, dedication, sharedUntil, shareStoppedAt: stopped ? new Date() : null };
}

/** Who asks, by the user's id; null for whoever is not signed in. Asked only where it matters. */
export type Viewer = () => Promise<string | null>;
