import type { SendBlock } from '#client/entities/outbox/deliver.ts';

/** A photo being uploaded. */
export interface Sending {
  /** 0 to 1; null while the photo is being prepared, or waits. */
  fraction: number | null;
  /** What the sending waits for. */
  block: SendBlock | null;
  /** The upload is complete, but the user has cancelled. */
  canceling: boolean;
}
