import { Readable } from 'node:stream';
import { StorageNotFoundError, StorageUnavailableError } from './types.ts';

/** An error of the SDK's, or of the network below it, as far as it can be told. */
interface Failure {
  name: string;
  message: string;
  status: number | undefined;
}

/** What a failed request says: the store's code and words, and the status of its answer, if there was one. */
export function failureOf(error: unknown): Failure {
  const { name, message, $metadata } = error as Error & { $metadata?: { httpStatusCode?: number } };
  return { name, message, status: $metadata?.httpStatusCode };
}

/** True where the store says that there is no such object. That there is no such bucket is something else. */
export function isAbsent(error: unknown): boolean {
  const { name, status } = failureOf(error);
  return name === 'NoSuchKey' || (name === 'NotFound' && status === 404);
}

/** True where the condition of a write did not hold (412), or another writer with the same one was at it (409). */
export function isTaken(error: unknown): boolean {
  const { name, status } = failureOf(error);
  return status === 412 || name === 'ConditionalRequestConflict';
}

/** Throws StorageUnavailableError for an error of the store's; what we have said ourselves stays. */
export function wrapped(error: unknown): never {
  if (error instanceof StorageNotFoundError || error instanceof StorageUnavailableError) throw error;
  throw new StorageUnavailableError(error);
}

/** How long bytes may stay away in the middle of an object, in milliseconds. */
const bytesWithin = 30_000;

/** The bytes of `body`; fails with StorageUnavailableError where they break off or stay away, however slowly they are taken. */
export function readPatiently(body: Readable): Readable {
  async function* chunks(): AsyncGenerator<Buffer, void, undefined> {
    const source = body[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
    try {
      for (;;) {
        // Only while we wait for the store: a viewer may take as long as he likes.
        const late = setTimeout(() => body.destroy(new Error('the store sends no more')), bytesWithin);
        const next = await source.next().finally(() => clearTimeout(late));
        if (next.done) return;
        yield next.value;
      }
    } catch (error) {
      wrapped(error);
    } finally {
      body.destroy();
    }
  }
  const reader = Readable.from(chunks(), { objectMode: false });
  // A generator that was never begun does not end: who leaves before the first byte would leave the connection open.
  return reader.once('close', () => body.destroy());
}
