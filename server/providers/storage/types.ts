import type { Readable } from 'node:stream';
import type { ByteRange, ByteSpan } from '#server/platform/files/byte-range.ts';

/** Metadata of a stored object, available without reading it. */
export interface StoredObject {
  bytes: number;
  modifiedAt: Date;
}

/** An opened object: its size, and what `body` has of it: all if `span` is null. */
export interface OpenedObject {
  bytes: number;
  span: ByteSpan | null;
  body: Readable;
}

/**
 * Stores files under keys such as `videos/abc/run1/clean.mp4`: lower-case letters, digits, `.`, `-`, `_`, separated by
 * `/`, with no `..` part. An object appears whole or not at all, and is never modified, only replaced or removed.
 */
export interface Storage {
  /** Moves or copies the file at `filePath` to `key`; the file may no longer exist afterwards. */
  putFile(key: string, filePath: string): Promise<void>;
  putBytes(key: string, bytes: Uint8Array): Promise<void>;
  /** Like `putBytes`, but returns false if the object exists: of any number of concurrent callers, one creates it. */
  create(key: string, bytes: Uint8Array): Promise<boolean>;
  /** Null if there is no such object. */
  stat(key: string): Promise<StoredObject | null>;
  /** Throws StorageNotFoundError if there is no such object. */
  read(key: string): Promise<Readable>;
  /**
   * Reads an object, or a range of it, and its size, in one call. Throws StorageNotFoundError if there is no such object,
   * and UnsatisfiableRangeError if it has no bytes in that range.
   */
  open(key: string, range?: ByteRange): Promise<OpenedObject>;
  /** Writes the object to the file at `filePath`. Throws StorageNotFoundError if there is no such object. */
  fetchToFile(key: string, filePath: string): Promise<void>;
  /** Removes all objects whose key begins with `prefix` + `/`, and `prefix` itself. Succeeds if there are none. */
  remove(prefix: string): Promise<void>;
  /** The full keys one level below `prefix`, in no guaranteed order, without what others have put there. */
  list(prefix: string): Promise<string[]>;
  /**
   * The keys of all objects, in no guaranteed order; objects added or removed meanwhile may or may not be included. What
   * others have put there, such as `.DS_Store`, is left out, unread, and named to `skip`.
   */
  keys(skip?: (name: string) => void): AsyncIterable<string>;
  /** Removes incomplete writes older than `before`. These were never objects. */
  removeUnfinished(before: Date): Promise<void>;
  /** Resolves if objects can currently be written and read; throws otherwise. */
  check(): Promise<void>;
}

/** The operations that resolve with a result: all but the listing of every key. */
export type StorageOperation = Exclude<keyof Storage, 'keys'>;

const operations: readonly StorageOperation[] = [
  'putFile',
  'putBytes',
  'create',
  'stat',
  'read',
  'open',
  'fetchToFile',
  'remove',
  'list',
  'removeUnfinished',
  'check',
];

/** The same storage, but each operation runs inside `around`, which calls `act` for it: once, again, or not at all. */
export function wrapStorage(
  storage: Storage,
  around: <Result>(operation: StorageOperation, act: () => Promise<Result>) => Promise<Result>,
): Storage {
  const wrapped = operations.map((operation) => {
    const act = storage[operation] as (...args: unknown[]) => Promise<unknown>;
    return [operation, (...args: unknown[]) => around(operation, () => act.apply(storage, args))];
  });
  return { ...storage, ...(Object.fromEntries(wrapped) as Pick<Storage, StorageOperation>) };
}

export class StorageNotFoundError extends Error {
  override readonly name = 'StorageNotFoundError';
}

/** The object has no bytes in the requested range. */
export class UnsatisfiableRangeError extends Error {
  override readonly name = 'UnsatisfiableRangeError';
}

/** The storage is unreachable, doesn't respond, or refuses our requests: a retry may succeed. */
export class StorageUnavailableError extends Error {
  override readonly name = 'StorageUnavailableError';
  constructor(cause?: unknown) {
    super('The storage is not available', { cause });
  }
}

/** True if a disk is full or currently can't be written: the operation may succeed later. */
export function isDiskFull(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'].includes(code);
}

/** True if the error was caused by an unavailable storage, however deeply it is wrapped. */
export function isStorageUnavailable(error: unknown): boolean {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; depth += 1) {
    if (each instanceof StorageUnavailableError) return true;
    each = each.cause;
  }
  return false;
}

const keyPattern = /^[a-z0-9_-][a-z0-9._-]*(?:\/[a-z0-9_-][a-z0-9._-]*)*$/;

/** Whether this is a valid object key. */
export const isKey = (key: string | undefined): key is string => key !== undefined && keyPattern.test(key);

/** Throws TypeError unless the argument is a valid storage key: no external input can become a path. */
export function assertKey(key: string): void {
  if (!keyPattern.test(key)) throw new TypeError('not a storage key');
}
