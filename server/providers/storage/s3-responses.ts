import { Readable } from 'node:stream';
import type { ByteSpan } from '#server/platform/files/byte-range.ts';
import { StorageNotFoundError, StorageUnavailableError } from './types.ts';

/** An error from the SDK or the underlying network, with whatever details are available. */
interface Failure {
  name: string;
  message: string;
  status: number | undefined;
}

/** The details of a failed request: the store's error code and message, and the HTTP status if there was a response. */
export function failureOf(error: unknown): Failure {
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  return { name, message, status: $metadata?.httpStatusCode };
}

/** True if the store reports that the object doesn't exist. A missing bucket doesn't count. */
export function isAbsent(error: unknown): boolean {
  const { name, status } = failureOf(error);
  return name === 'NoSuchKey' || (name === 'NotFound' && status === 404);
}

/** True if the object has no bytes in the requested range. */
export const isUnsatisfiable = (error: unknown): boolean =>
  failureOf(error).status === 416 || failureOf(error).name === 'InvalidRange';

/** An object's size, and the part of it that a response has: null for all of it. */
export function spanAndSize(response: {
  ContentLength?: number | undefined;
  ContentRange?: string | undefined;
}): { bytes: number; span: ByteSpan | null } {
  const [, start, end, size] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.ContentRange ?? '') ?? [];
  if (size === undefined) return { bytes: response.ContentLength ?? 0, span: null };
  return { bytes: Number(size), span: { start: Number(start), end: Number(end) } };
}

/** True if the condition of a write did not hold (412), or a concurrent conditional write conflicted with it (409). */
export function isPreconditionFailed(error: unknown): boolean {
  const { name, status } = failureOf(error);
  return status === 412 || name === 'ConditionalRequestConflict';
}

/** Throws StorageUnavailableError for an error from the store; rethrows our own storage errors unchanged. */
export function throwStorageError(error: unknown): never {
  if (error instanceof StorageNotFoundError || error instanceof StorageUnavailableError) throw error;
  throw new StorageUnavailableError(error);
}

/** How long a read may wait for the next bytes of an object, in milliseconds. */
const readTimeout = 30_000;

/** The bytes of `body`; fails with StorageUnavailableError if they break off or stall, however slow the consumer is. */
export function readWithTimeout(body: Readable): Readable {
  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    const source = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        // Only runs while waiting for the store: a viewer may read as slowly as they like.
        const late = setTimeout(() => body.destroy(new Error('the store sends no more')), readTimeout);
        const next = await source.next().finally(() => clearTimeout(late));
        if (next.done) return;
        yield next.value;
      }
    } catch (error) {
      throwStorageError(error);
    } finally {
      body.destroy();
    }
  }
  const reader = Readable.from(chunks(), { objectMode: false });
  // A generator that was never started runs no cleanup: a reader that leaves early would leak the connection.
  return reader.once('close', () => body.destroy());
}
