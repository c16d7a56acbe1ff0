import { appLimits } from '../../../shared/app-limits.ts';
import { refusalNamed } from '../../../shared/test-names.ts';
import { AppError } from '../../platform/errors.ts';
import type { VideoProvider } from '../../providers/video/types.ts';
import { getBalance } from '../credits/ledger.ts';
import {
  type Accepted,
  type AcceptDeps,
  acceptPhoto,
  acceptPhotos,
  type GenerationWishes,
  type PreparedRequest,
  type Remember,
} from './accept.ts';
import type { UploadedPhoto } from './form.ts';
import { type LinkDeps, withPhoto } from './linked-photo.ts';
import { preparePhoto } from './photo.ts';
import { tracesOf } from './photo-traces.ts';

type RequestDeps = AcceptDeps & LinkDeps & { video: Pick<VideoProvider, 'name' | 'isAvailable'> };

export interface GenerationRequest extends GenerationWishes {
  /** Its bytes, or its address. */
  photo: Blob | string;
  originalFilename: string;
  name?: string | undefined;
}

export interface BatchRequest extends GenerationWishes {
  photos: readonly UploadedPhoto[];
}

/** Who gives up, and what is written down where somebody does not. */
interface RequestOptions<Answer> {
  signal?: AbortSignal | undefined;
  remember?: Remember<Answer>;
}

/**
 * Refuses a request for `count` videos whose photos need not even be read. Throws AppError `provider_unavailable`,
 * `insufficient_credits`; that it does not is no promise: the transaction that takes the credits decides.
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
 * Accepts a photo: judges and re-encodes it, then takes the credit, creates the task and enqueues its job in one
 * transaction. Throws AppError: `provider_unavailable`, `insufficient_credits`, `upload_aborted` where whoever asked has
 * gone (`signal`) before that transaction, what `remember` throws, or what `withPhoto` and `preparePhoto` say of the photo. A
 * request that is refused costs nothing and leaves nothing. A test is refused by the name of its photo.
 */
export async function requestGeneration(
  deps: RequestDeps,
  { photo, ...request }: GenerationRequest,
  { signal, remember }: RequestOptions<Accepted> = {},
): Promise<Accepted> {
  refuseByName(request);
  if (!request.test) await requireGeneration(deps, request.userId);
  const prepared = await withPhoto(deps, photo, signal, (upload) => prepare({ ...request, photo: upload }));
  return acceptPhoto(deps, prepared, {
    async after(tx, accepted) {
      requirePresence(signal);
      await remember?.(tx, accepted);
    },
  });
}

/**
 * Accepts several photos as `requestGeneration` does one, all of them in one transaction or none. What is wrong with a photo
 * is thrown with its place among them.
 */
export async function requestGenerations(
  deps: RequestDeps,
  { photos, ...wishes }: BatchRequest,
  { signal, remember }: RequestOptions<{ tasks: Accepted[] }> = {},
): Promise<{ tasks: Accepted[] }> {
  if (!wishes.test) await requireGeneration(deps, wishes.userId, photos.length);
  const prepared: PreparedRequest[] = [];
  for (const [place, { photo, originalFilename }] of photos.entries()) {
    requirePresence(signal);
    try {
      refuseByName({ ...wishes, originalFilename });
      prepared.push(await prepare({ ...wishes, photo, originalFilename }));
    } catch (error) {
      throw error instanceof AppError ? error.ofImage(place + 1) : error;
    }
  }
  const tasks = await acceptPhotos(deps, prepared, {
    async after(tx, accepted) {
      requirePresence(signal);
      await remember?.(tx, { tasks: accepted });
    },
  });
  return { tasks };
}

/** Who stopped the upload was told that nothing is spent. */
function requirePresence(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new AppError('upload_aborted');
}

function refuseByName({ test, originalFilename }: Pick<GenerationRequest, 'test' | 'originalFilename'>) {
  const refusal = test ? refusalNamed(originalFilename) : null;
  if (refusal) throw new AppError(refusal, refusal === 'too_many_requests' ? { retryAfterSeconds: 60 } : {});
}

async function prepare<Request extends { photo: Blob; userId: string }>(request: Request) {
  const photo = await preparePhoto(request.photo, request.userId);
  return { ...request, ...(await tracesOf(request.photo)), photo };
}
