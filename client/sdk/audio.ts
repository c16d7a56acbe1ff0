import type { AddedAudio, Audio } from '../../shared/schemas/audio.ts';
import type { Stoppable } from './photo.ts';
import type { Transport } from './transport.ts';
import type { OnUpload } from './upload.ts';

/** A recording from a browser's file input or recorder, or its bytes. */
export type Recording = Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;

export interface AudioOptions extends Stoppable {
  /** A song of at most 10 minutes, or spoken words of at most 60 seconds. */
  readonly purpose: Audio['purpose'];
  /** Confirms that you may use the recording, and that whoever speaks in it agrees. */
  readonly rights: true;
  readonly idempotencyKey?: string | undefined;
  readonly onUpload?: OnUpload | undefined;
}

export type { AddedAudio };

/** Calls for recordings in films. All reject with MemoriError, or with the signal's reason. */
export interface AudioCalls {
  /** Adds a recording, at most 20 MB; it is deleted 30 days after its last use in a film. */
  create(recording: Recording, options: AudioOptions): Promise<AddedAudio>;
  /** Deletes it; finished films keep what they play of it. */
  delete(audioId: string, options?: Stoppable): Promise<void>;
}

/** Returns the calls for recordings, made through this transport. */
export function audioBy(transport: Transport): AudioCalls {
  return {
    create(recording, { purpose, rights, idempotencyKey, onUpload, signal }) {
      const form = new FormData();
      form.set('purpose', purpose);
      form.set('rights', String(rights));
      form.set('audio', recording instanceof Blob ? recording : new Blob([recording]), 'recording');
      return transport.json('/api/audio', { method: 'POST', form, idempotencyKey, onUpload, signal });
    },
    async delete(audioId, { signal } = {}) {
      await transport.json(`/api/audio/${audioId}`, { method: 'DELETE', signal });
    },
  };
}
