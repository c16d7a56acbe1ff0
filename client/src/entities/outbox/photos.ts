import type { ErrorCode } from '#shared/errors.ts';
import type { SendBlock } from './deliver.ts';
import type { OutboxRow } from './row.ts';

/** Where a photo is on its way, as a page shows it. */
export type Phase =
  | { is: 'ready' | 'waiting' }
  /** 0 to 1; null while it is being prepared, or the connection is lost. */
  | { is: 'sending'; fraction: number | null }
  | { is: 'sent'; taskId: string }
  /** `refused` when it was read, `declined` by the server: never sent again. `failed`: may be retried. */
  | { is: 'refused' | 'declined' | 'failed'; code: ErrorCode | null };

export interface OutboxPhoto {
  readonly row: OutboxRow;
  readonly phase: Phase;
}

/** The photos of one user in one tab: those that are stored, and those settled since they were chosen. */
export interface OutboxView {
  readonly photos: readonly OutboxPhoto[];
  /** Several were chosen together, and are shown as a list. */
  readonly isSeveral: boolean;
  /** More were chosen than allowed. */
  readonly isCut: boolean;
  /** What the sending waits for. */
  readonly block: SendBlock | null;
}

/** What happened to photos, for a page that says so. */
export type OutboxEvent =
  | { type: 'sent'; id: string; taskId: string }
  /** Its owner stopped it; `late` if it may have arrived all the same. */
  | { type: 'stopped'; id: string; late: boolean }
  | { type: 'failed'; id: string; error: unknown }
  | { type: 'payment-needed' | 'signed-out' }
  /** Another tab sends them; they are not shown here any more. */
  | { type: 'sent-elsewhere'; ids: readonly string[] };

export const emptyView: OutboxView = {
  photos: [],
  isSeveral: false,
  isCut: false,
  block: null,
};

/** Whether photos are being sent or wait for their turn. */
export const isSending = ({ photos }: OutboxView) =>
  photos.some(({ phase }) => phase.is === 'waiting' || phase.is === 'sending');

/** The photos that can be sent, in order. */
export const sendable = ({ photos }: OutboxView) =>
  photos.filter(({ phase }) => phase.is === 'ready' || phase.is === 'failed');

/** The overall progress: settled photos, total photos, and the percentage. */
export function tally({ photos }: OutboxView): { sent: number; total: number; percent: number } {
  const phases = photos.map(({ phase }) => phase);
  const sent = phases.filter(({ is }) => is === 'sent').length;
  const settled = sent + phases.filter(({ is }) => is === 'declined' || is === 'failed').length;
  const moving = phases.filter((phase) => phase.is === 'sending');
  const total = settled + moving.length + phases.filter(({ is }) => is === 'waiting').length;
  const under = moving.reduce((sum, { fraction }) => sum + (fraction ?? 0), 0);
  return { sent, total, percent: total === 0 ? 0 : Math.round((100 * (settled + under)) / total) };
}
