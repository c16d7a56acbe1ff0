import type { TextArea, TextKey } from './device.ts';

/** A text stored by the browser under one key. Private modes may refuse storage: none of these methods ever throws. */
export interface StoredText {
  readonly key: string;
  /** Null if there is none, or storage is unavailable. */
  read: () => string | null;
  /** False if it could not be stored. */
  write: (text: string) => boolean;
  remove: () => void;
}

/**
 * Stored for all tabs and visits (`local`), or for one tab until it is closed (`session`), under a name that device.ts
 * lists with its owner.
 */
export function storedText<Area extends TextArea>(area: Area, key: TextKey<Area> & string): StoredText {
  // Merely accessing the storage can throw.
  const storage = () => (area === 'local' ? localStorage : sessionStorage);
  function tried<T>(action: () => T): T | null {
    try {
      return action();
    } catch {
      return null;
    }
  }
  return {
    key,
    read: () => tried(() => storage().getItem(key)),
    write: (text) => tried(() => storage().setItem(key, text)) !== null,
    remove: () => void tried(() => storage().removeItem(key)),
  };
}
