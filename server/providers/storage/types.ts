import type { Readable } from 'node:stream';

/** What is known of a stored object without reading it. */
export interface StoredObject {
  bytes: number;
  modifiedAt: Date;
}

/** Both ends inclusive, in bytes. */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * Keeps files under keys such as `videos/abc/run1/clean.mp4`: lower-case letters, digits, `.`, `-`, `_`, separated
 * by `/`, never a `..` part. An object appears whole or not at all, and is never changed, only replaced or removed.
 */
export interface Storage {
  /** Moves or copies the file at `filePath` to `key`; afterwards the file may be gone. */
  putFile(key: string, filePath: string): Promise<void>;
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** The same where there is no such object yet, else false: of any number of callers at once, one makes it. */
  create(key: string, bytes: Uint8Array): Promise<boolean>;
  /** Null if there is no such object. */
  stat(key: string): Promise<StoredObject | null>;
  /** Throws StorageNotFoundError if there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Puts the object into the file at `filePath`. Throws StorageNotFoundError if there is no such object. */
  fetchToFile(key: string, filePath: string): Promise<void>;
  /** Removes all objects whose key begins with `prefix` + `/`, and the object `prefix` itself. None is fine. */
  remove(prefix: string): Promise<void>;
  /** The keys one level below `prefix`, as whole keys, in no promised order. */
  list(prefix: string): Promise<string[]>;
  /** The keys of all objects, in no promised order; what comes or goes meanwhile may be among them or not. */
  keys(): AsyncIterable<string>;
  /** Removes what writers left half-written that died before `before`. Such leftovers were never objects. */
  removeUnfinished(before: Date): Promise<void>;
  /** Resolves if objects can be written and read at the moment; throws otherwise. */
  check(): Promise<void>;
}

export class StorageNotFoundError extends Error {
  override readonly name = 'StorageNotFoundError';
}

/** The storage can't be reached, does not answer, or refuses to work for us: another try may help. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  constructor(cause?: unknown) {
    super('The storage is not available', { cause });
  }
}

/** True where a disk has no room, or can't be written at the moment: what was asked for may work later. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(code);
}

/** True if it was the storage's absence that failed, however it was wrapped on its way. */
export function isStorageUnavailable(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; depth += 1) {
    if (each instanceof StorageUnavailableError) return true;
    each = each.cause;
  }
  return false;
}

const keyPattern = /^[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** True for what can be the key of an object. */
export const isKey = (key: string | undefined): key is string => key !== undefined && keyPattern.test(key);

/** Throws TypeError for whatever is not a storage key: nothing from outside can name a path. */
export function assertKey(key: string): void {
  if (!keyPattern.test(key)) throw new TypeError('not a storage key');
}
