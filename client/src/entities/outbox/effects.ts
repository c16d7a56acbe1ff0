import type { Photo } from '#client/entities/photo/read-photo.ts';
import type { SentPhoto } from '#client/entities/photo/shrink-photo.ts';
import type { Pause } from './pause.ts';
import type { OutboxRow, PhotoFields, PhotoOptions, RowEvent } from './row.ts';

/** A photo as it is sent, and the options for it that nobody chose. */
export interface Prepared {
  readonly photo: SentPhoto;
  readonly options: PhotoOptions;
}

export interface Upload {
  readonly key: string;
  readonly fields: PhotoFields;
  readonly signal: AbortSignal;
  /** Called with the uploaded share of the photo, from 0 to 1: at 1 it may have arrived. */
  readonly onProgress: (fraction: number) => void;
}

/** What the outbox does outside of itself. */
export interface OutboxEffects {
  /** See storage.ts. */
  readonly storage: {
    add: (rows: readonly OutboxRow[]) => Promise<boolean>;
    read: () => Promise<OutboxRow[]>;
    change: (id: string, event: RowEvent) => Promise<OutboxRow | null>;
    deleteOthers: (owner: string) => Promise<void>;
    renew: () => boolean;
  };
  /** Reads a photo, unless a page has. Throws a RequestFailure if it can't be sent. */
  readonly prepare: (row: OutboxRow, read: Photo | null) => Promise<Prepared>;
  /** Resolves with the task. Throws as `uploadPhoto` does. */
  readonly upload: (photo: SentPhoto, upload: Upload) => Promise<string>;
  /** A small request: its response, whatever it is, shows that the connection is back. */
  readonly reach: () => Promise<unknown>;
  /** Runs `action` while no other tab sends photos. */
  readonly lock: (action: () => Promise<void>) => Promise<void>;
  /** Tells the other tabs of photos that are sent in this one. */
  readonly channel: {
    post: (ids: readonly string[]) => void;
    listen: (listener: (ids: readonly string[]) => void) => () => void;
  };
  /** Called when a photo has become a task, perhaps with its owner's consent. */
  readonly onSent: (fields: Pick<PhotoFields, 'consent'>) => void;
  readonly newId: () => string;
  readonly pause: Pause;
}
