import type { Sharing, SharingState } from '../../../shared/schemas/share.ts';

/** What a film's row says of its sharing. */
export interface SharingColumns {
  sender: string | null;
  dedication: string | null;
  sharedUntil: Date | null;
  shareStoppedAt: Date | null;
  hiddenAt: Date | null;
}

/** For a query that reads these columns. */
export const sharingColumns = {
  sender: true,
  dedication: true,
  sharedUntil: true,
  shareStoppedAt: true,
  hiddenAt: true,
} as const;

/** Whether anybody who knows a film's id may see it at this moment. Its owner always may. */
export function isShared(
  { sharedUntil, shareStoppedAt, hiddenAt }: Omit<SharingColumns, 'sender' | 'dedication'>,
  now = new Date(),
): boolean {
  return hiddenAt === null && shareStoppedAt === null && (sharedUntil === null || sharedUntil > now);
}

export function presentSharing(columns: SharingColumns): SharingState {
  const { sender, dedication, sharedUntil, shareStoppedAt, hiddenAt } = columns;
  const until = sharedUntil?.toISOString() ?? null;
  return { sender, dedication, until, stopped: shareStoppedAt !== null, hidden: hiddenAt !== null };
}

/** What a film's row is to say. What the operator has hidden stays hidden. */
export function columnsOf({ sender, dedication, until, stopped }: Sharing): Omit<SharingColumns, 'hiddenAt'> {
  const sharedUntil = until === null ? null : new Date(until);
  return { sender, dedication, sharedUntil, shareStoppedAt: stopped ? new Date() : null };
}

/** Who asks, by the user's id; null for whoever is not signed in. Asked only where it matters. */
export type Viewer = () => Promise<string | null>;
