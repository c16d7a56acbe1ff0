import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { Sharing, SharingState } from '#shared/schemas/share.ts';

export interface SizeColumns {
  width: number | null;
  height: number | null;
}

/** The size of a film, in pixels; empty where it was not recorded. */
export const presentFrameSize = ({ width, height }: SizeColumns): Partial<FrameSize> =>
  width === null || height === null ? {} : { width, height };

/** The sharing columns of a film's row. */
export interface SharingColumns {
  sender: string | null;
  dedication: string | null;
  sharedUntil: Date | null;
  shareStoppedAt: Date | null;
  hiddenAt: Date | null;
}

/** Prisma's `select` for these columns. */
export const sharingColumns = {
  sender: true,
  dedication: true,
  sharedUntil: true,
  shareStoppedAt: true,
  hiddenAt: true,
} as const;

/** A film's sharing as its owner sees it. */
export function presentSharing(columns: SharingColumns): SharingState {
  const { sender, dedication, sharedUntil, shareStoppedAt, hiddenAt } = columns;
  const until = sharedUntil?.toISOString() ?? null;
  return { sender, dedication, until, stopped: shareStoppedAt !== null, hidden: hiddenAt !== null };
}

/** The columns to write for a sharing setting. A film hidden by the operator stays hidden. */
export function columnsOf({ sender, dedication, until, stopped }: Sharing): Omit<SharingColumns, 'hiddenAt'> {
  const sharedUntil = until === null ? null : new Date(until);
  return { sender, dedication, sharedUntil, shareStoppedAt: stopped ? new Date() : null };
}
