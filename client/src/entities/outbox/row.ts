import type { Language } from '#shared/languages.ts';
import type { RestPoint } from '#shared/motion/found-faces.ts';
import type { Turn, TurnOption } from '#shared/motion/turn.ts';
import type { BorderMode } from '#shared/print/print.ts';
import type { ConsentVersion } from '#shared/upload-consent.ts';

/** What somebody chose for a photo before it is sent; null where they left the choice to Memori. */
export interface PhotoChoices {
  readonly turn: Turn | null;
  /** Who does not move, as points of the photo turned in this way. */
  readonly rest: { readonly turn: Turn; readonly points: readonly RestPoint[] };
  /** What happens to the border, if it is of a print. */
  readonly border: BorderMode;
  readonly restore: boolean | null;
}

/** How a photo is animated. */
export interface PhotoOptions {
  /** How it is turned first. */
  readonly turn: TurnOption;
  readonly rest: readonly RestPoint[];
  readonly border: BorderMode;
  /** Whether it is restored first. */
  readonly restore: boolean;
}

/** Everything that is sent with a photo. */
export interface PhotoFields extends PhotoOptions {
  /** The language for mails about the video. */
  readonly language: Language;
  /** The version of the consent line at the button, if it was shown. */
  readonly consent: ConsentVersion | undefined;
}

/** What its owner asked for when they pressed the button; null options are found out when the photo is sent. */
export type SendRequest = Pick<PhotoFields, 'language' | 'consent'> & {
  readonly options: PhotoOptions | null;
};

/** A photo that is stored on this device until it has become a task. */
export interface OutboxRow {
  readonly id: string;
  /** How often the server has answered that the photo has become no task. */
  readonly refusals: number;
  /** The user who chose it; null until somebody signs in, for a photo that was tried on the landing page. */
  readonly owner: string | null;
  readonly file: File;
  readonly choices: PhotoChoices | null;
  /** `ready` waits for its owner, `queued` for its turn; of a `sending` one, nobody knows whether it has arrived. */
  readonly state: 'ready' | 'queued' | 'sending';
  readonly request: SendRequest | null;
  /** What was sent with it under its key, as long as it may have arrived: the server answers nothing else under it. */
  readonly fields: PhotoFields | null;
}

/**
 * The `Idempotency-Key` with which a photo is sent: however often that happens, by whatever tab, it becomes one task. The
 * next one follows from it, so that two tabs of which one can't store anything go on to the same.
 */
export const keyOf = ({ id, refusals }: Pick<OutboxRow, 'id' | 'refusals'>) => `${id}-${refusals}`;

export type RowEvent =
  | { type: 'edited'; choices: PhotoChoices }
  | { type: 'adopted'; owner: string }
  | { type: 'requested'; request: SendRequest }
  /** Its upload begins, with these fields unless it may have arrived with others. */
  | { type: 'begun'; fields: PhotoFields }
  /** Its owner does not want it sent now. It can't have arrived, or it may have. */
  | { type: 'recalled'; mayHaveArrived: boolean }
  /** The server answered that it has become no task, and would answer the same to the same key. */
  | { type: 'rejected' }
  | { type: 'accepted' | 'declined' | 'removed' };

/** The row after an event; null if nothing of it is kept. An event that does not apply changes nothing. */
export function nextRow(row: OutboxRow, event: RowEvent): OutboxRow | null {
  switch (event.type) {
    case 'edited':
      return row.state === 'ready' ? { ...row, choices: event.choices } : row;
    case 'adopted':
      return row.owner === null ? { ...row, owner: event.owner } : row;
    case 'requested':
      return row.state === 'ready' ? { ...row, state: 'queued', request: event.request } : row;
    case 'begun':
      return row.state === 'ready' ? row : { ...row, state: 'sending', fields: row.fields ?? event.fields };
    case 'recalled': {
      // A queued photo was not sent since it may have arrived, if ever.
      const fields = row.state === 'queued' || event.mayHaveArrived ? row.fields : null;
      return { ...row, state: 'ready', fields };
    }
    case 'rejected':
      return { ...row, state: 'ready', fields: null, refusals: row.refusals + 1 };
    case 'removed':
      return row.state === 'ready' ? null : row;
    case 'accepted':
    case 'declined':
      return null;
  }
}
