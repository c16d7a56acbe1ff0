import { appLimits } from '#shared/app-limits.ts';
import type { PhotoFacts } from '#shared/schemas/photo-facts.ts';
import { refusalNamed } from '#shared/test-names.ts';
import { AppError } from '#server/platform/errors.ts';
import type { VideoProvider } from '#server/providers/video/types.ts';
import { getBalance } from '#server/features/credits/ledger.ts';
import {
  type Accepted,
  type AcceptDeps,
  acceptPhoto,
  acceptPhotos,
  type GenerationOptions,
  type PreparedRequest,
  type StoreResult,
} from './accept.ts';
import type { UploadedPhoto } from './read-form.ts';
import { type LinkDeps, withPhoto } from '../photos/linked-photo.ts';
import { prepareUpload } from '../photos/prepare-upload.ts';

type RequestDeps = AcceptDeps & LinkDeps & { video: Pick<VideoProvider, 'name' | 'isAvailable'> };

export interface GenerationRequest extends GenerationOptions, PhotoFacts {
  /** The photo's bytes or its address. */
  photo: Blob | string;
  originalFilename: string;
  name?: string | undefined;
}

export interface BatchRequest extends GenerationOptions {
  photos: readonly UploadedPhoto[];
}

/** The caller's abort signal, and a hook that runs in the accepting transaction. */
interface RequestOptions<Answer> {
  signal?: AbortSignal | undefined;
  storeResult?: StoreResult<Answer>;
}

/**
 * Rejects a request for `count` videos before its photos are read. Throws AppError `provider_unavailable` or
 * `insufficient_credits`. Passing this check guarantees nothing: the transaction that takes the credits decides.
 */
export async function requireGeneration(
  { db, video }: Pick<RequestDeps, 'db' | 'video'>,
  userId: string,
  count = 1,
): Promise<void> {
  if (!(await video.isAvailable())) throw new AppError('provider_unavailable');
  if ((await getBalance(db, userId)) < count * appLimits.generation.creditCost)
    throw new AppError('insufficient_credits');
}

/**
 * Accepts a photo: validates and re-encodes it, then takes the credit, creates the task and enqueues its job in one
 * transaction. Throws AppError `provider_unavailable`, `insufficient_credits`, `upload_aborted` if `signal` is aborted
 * before that transaction ends, what `storeResult` throws, and the errors of `withPhoto` and `preparePhoto`. A rejected
 * request costs nothing and leaves nothing behind. Test requests are rejected on purpose if the photo's name asks for
 * it.
 */
export async function requestGeneration(
  deps: RequestDeps,
  { photo, ...request }: GenerationRequest,
  { signal, storeResult }: RequestOptions<Accepted> = {},
): Promise<Accepted> {
  refuseByName(request);
  const prepared = await withPhoto(deps, photo, signal, (upload) => prepare({ ...request, photo: upload }));
  return acceptPhoto(deps, prepared, {
    async after(tx, accepted) {
      requirePresence(signal);
      await storeResult?.(tx, accepted);
    },
  });
}

/**
 * Accepts several photos like `requestGeneration`, all in one transaction or none. Errors about a photo carry its
 * position.
 */
export async function requestGenerations(
  deps: RequestDeps,
  { photos, ...options }: BatchRequest,
  { signal, storeResult }: RequestOptions<{ tasks: Accepted[] }> = {},
): Promise<{ tasks: Accepted[] }> {
  // Admission has asked for one credit; how many photos there are is known only now.
  if (!options.test && photos.length > 1) await requireGeneration(deps, options.userId, photos.length);
  const prepared: PreparedRequest[] = [];
  for (const [place, { photo, originalFilename }] of photos.entries()) {
    requirePresence(signal);
    try {
      refuseByName({ ...options, originalFilename });
      prepared.push(await prepare({ ...options, photo, originalFilename }));
    } catch (error) {
      throw error instanceof AppError ? error.ofImage(place + 1) : error;
    }
  }
  const tasks = await acceptPhotos(deps, prepared, {
    async after(tx, accepted) {
      requirePresence(signal);
      await storeResult?.(tx, { tasks: accepted });
    },
  });
  return { tasks };
}

/** Users who abort an upload are told that nothing is spent. */
function requirePresence(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('upload_aborted');
}

/** Refuses a test request on purpose if the photo's name asks for it. Throws AppError. */
export function refuseByName({
  test,
  originalFilename,
}: Pick<GenerationRequest, 'test' | 'originalFilename'>) {
  const refusal = test ? refusalNamed(originalFilename) : null;
  if (refusal) throw new AppError(refusal, refusal === 'too_many_requests' ? { retryAfterSeconds: 60 } : {});
}

async function prepare<Request extends PhotoFacts & { photo: Blob; userId: string }>(request: Request) {
  return { ...request, ...(await prepareUpload(request.photo, request, request.userId)) };
}
