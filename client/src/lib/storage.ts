/** A text that the browser keeps for us under one key. Private modes may refuse: nothing here ever throws. */
export interface StoredText {
  readonly key: string;
  /** Null where there is none, or where storage is closed to us. */
  read: () => string | null;
  /** False where it could not be kept. */
  write: (text: string) => boolean;
  remove: () => void;
}

/** Kept for all tabs and visits (`local`), or for one tab until it is closed (`session`). */
export function storedText(area: 'local' | 'session', key: string): StoredText {
  // To name the storage is enough to be refused.
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
