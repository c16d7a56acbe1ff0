import { createId } from '#server/platform/ids.ts';
import { StartError } from '#server/platform/errors.ts';
import { failureOf } from './s3-responses.ts';
import { type Storage, StorageUnavailableError } from './types.ts';

/** The store's error codes and messages, and the setting that is wrong in each case. */
const reasons: [answer: RegExp, words: string][] = [
  [
    /^(InvalidAccessKeyId|SignatureDoesNotMatch|CredentialsProviderError)$/,
    'S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong',
  ],
  [
    /^(AccessDenied|Forbidden|403)$/,
    'S3_ACCESS_KEY_ID may not read, write, list and delete in the bucket that S3_BUCKET names',
  ],
  [/^NoSuchBucket$/, 'S3_BUCKET names no bucket there'],
  [
    /^(PermanentRedirect|AuthorizationHeaderMalformed|IllegalLocationConstraintException|301)$/,
    'S3_REGION is not the region of the bucket',
  ],
  [
    /^(InvalidRequest|InvalidArgument|NotImplemented|InvalidEncryption\w*|KMS\w*|ServerSideEncryption\w*)$/,
    'S3_ENCRYPTION asks for what the store does not do',
  ],
];

function startError(error: unknown): StartError {
  const cause = error instanceof StorageUnavailableError ? error.cause : error;
  const { name, message, status } = failureOf(cause);
  const found = reasons.find(([answer]) => answer.test(name) || answer.test(String(status)));
  const words = found?.[1] ?? 'the store that S3_ENDPOINT names can’t be used';
  return new StartError(`Files can't be kept in S3: ${words} (${name}: ${message}).`, { cause: error });
}

/** Creates an object. Throws StartError if what the store doesn't know about it is the condition, not the encryption. */
async function createFirst(storage: Storage, prefix: string, key: string): Promise<boolean> {
  const bytes = new Uint8Array([1]);
  try {
    return await storage.create(key, bytes);
  } catch (error) {
    const { name, status } = failureOf((error as Error).cause ?? error);
    if (status !== 501 && name !== 'NotImplemented') throw error;
    // Encrypted likewise, without the condition.
    await storage.putBytes(key, bytes);
    await storage.remove(prefix);
    const words = 'the store that S3_ENDPOINT names does not know conditional writes (If-None-Match)';
    throw new StartError(`Files can't be kept in S3: ${words}.`, { cause: error });
  }
}

/**
 * Tries every operation that Memori performs on a store. Throws StartError, naming the wrong setting if it can be
 * determined, or if the store accepts a second write of an object that must be written only once.
 */
export async function verifyStore(storage: Storage): Promise<void> {
  const prefix = `check-${createId()}`;
  const key = `${prefix}/once`;
  const bytes = new Uint8Array([1]);
  try {
    // A HEAD response has no body, so the cause of an error is found with a different request.
    await storage.list(prefix);
    if (await storage.stat(key)) throw new StartError('S3_BUCKET names a bucket that knows every key.');
    const made = [await createFirst(storage, prefix, key), await storage.create(key, bytes)];
    const listed = await storage.list(prefix);
    await storage.remove(prefix);
    if (!made[0] || made[1])
      throw new StartError(
        "Files can't be kept in S3: the store that S3_ENDPOINT names ignores conditional writes (If-None-Match).",
      );
    if (listed[0] !== key || (await storage.stat(key)))
      throw new StartError(
        "Files can't be kept in S3: the store that S3_ENDPOINT names lists or deletes late.",
      );
  } catch (error) {
    throw error instanceof StartError ? error : startError(error);
  }
}
