import { createHash } from 'node:crypto';
import type { PgBoss } from 'pg-boss';
import type { Language } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import type { Liveliness, Motion } from '../../../shared/motion/movements.ts';
import { seedBytes, seedOf } from '../../../shared/motion/random.ts';
import type { BorderWish } from '../../../shared/print/print.ts';
import { refusalNamed } from '../../../shared/test-names.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { publish } from '../../platform/events.ts';
import { createId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/queue.ts';
import type { Storage } from '../../providers/storage/types.ts';
import type { VideoProvider } from '../../providers/video/types.ts';
import { getBalance, spend } from '../credits/ledger.ts';
import { announce } from '../webhooks/announce.ts';
import type { PreparedPhoto } from './decode-photo.ts';
import { photoKey, taskPrefix } from './keys.ts';
import { preparePhoto } from './photo.ts';

export type Accepted = { taskId: string; status: 'Queued' };
/** Writes down, in the transaction that accepts a request, that it was. */
type Remember = (tx: Tx, accepted: Accepted) => Promise<void>;

interface RequestDeps {
  db: Db;
  queue: PgBoss;
  storage: Storage;
  video: Pick<VideoProvider, 'name' | 'isAvailable'>;
}

export interface GenerationRequest {
  userId: string;
  photo: Blob;
  originalFilename: string;
  prompt: string;
  motion: Motion;
  liveliness: Liveliness;
  border: BorderWish;
  restore: boolean;
  name?: string | undefined;
  language: Language;
  /** True for one that costs nothing, asked for by the user that stands for tests. */
  test?: boolean;
}

/** The same with a photo that is judged already. */
export type PreparedRequest = Omit<GenerationRequest, 'photo'> &
  Pick<PhotoTraces, 'seed'> & { photoHash: string | null; photo: Pick<PreparedPhoto, 'jpeg' | 'takenOn'> };

/**
 * Refuses a request whose photo need not even be read. Throws AppError `provider_unavailable`, `insufficient_credits`;
 * that it does not is no promise: the transaction that takes the credit decides.
 */
export async function requireGeneration(
  { db, video }: Pick<RequestDeps, 'db' | 'video'>,
  userId: string,
): Promise<void> {
  if (!(await video.isAvailable())) throw new AppError('provider_unavailable');
  if ((await getBalance(db, userId)) < limits.generation.creditCost)
    throw new AppError('insufficient_credits');
}

/**
 * Accepts a photo: judges and re-encodes it, then takes the credit, creates the task and enqueues its job in one
 * transaction. Throws AppError: `provider_unavailable`, `insufficient_credits`, `upload_aborted` where whoever asked has
 * gone (`signal`) before that transaction, what `remember` throws, or what `preparePhoto` says of the photo. A request that is refused costs
 * nothing and leaves nothing. A test is refused by the name of its photo.
 */
export async function requestGeneration(
  deps: RequestDeps,
  { photo: upload, ...request }: GenerationRequest,
  { signal, remember }: { signal?: AbortSignal | undefined; remember?: Remember } = {},
): Promise<Accepted> {
  const refusal = request.test ? refusalNamed(request.originalFilename) : null;
  if (refusal) throw new AppError(refusal, refusal === 'too_many_requests' ? { retryAfterSeconds: 60 } : {});
  if (!request.test) await requireGeneration(deps, request.userId);
  const photo = await preparePhoto(upload, request.userId);
  const traces = await tracesOf(upload);
  const after: Remember = async (tx, accepted) => {
    // Who stopped the upload was told that nothing is spent.
    if (signal?.aborted) throw new AppError('upload_aborted');
    await remember?.(tx, accepted);
  };
  return acceptPhoto(deps, { ...request, ...traces, photo }, { after });
}

/** What stays of the file as it was sent. */
export interface PhotoTraces {
  /** Decides what of the movement nobody asked for. */
  seed: number;
  /** Its SHA-256, in hexadecimal digits. */
  photoHash: string;
}

/** Reads a photo for what is kept of it beside its picture. */
export async function tracesOf(photo: Blob): Promise<PhotoTraces> {
  const seed = seedOf(new Uint8Array(await photo.slice(0, seedBytes).arrayBuffer()));
  return { seed, photoHash: await hashOf(photo) };
}

/**
 * Takes the credit (not for a test), creates the task of a prepared photo and enqueues its job in one transaction, in which
 * `before` comes first and `after` last: if one throws, nothing has happened. Throws AppError `insufficient_credits`.
 */
export async function acceptPhoto(
  deps: Omit<RequestDeps, 'video'> & { video: Pick<VideoProvider, 'name'> },
  request: PreparedRequest,
  { before, after }: { before?: (tx: Tx) => Promise<void>; after: Remember },
): Promise<Accepted> {
  const { photo, userId, originalFilename, prompt, motion, liveliness, border, restore } = request;
  const { name, language, seed, photoHash, test = false } = request;
  const taskId = createId();
  const accepted: Accepted = { taskId, status: 'Queued' };
  await deps.storage.putBytes(photoKey(taskId), photo.jpeg);
  try {
    await deps.db.$transaction(async (tx) => {
      await before?.(tx);
      if (!test) await pay(tx, userId, taskId);
      await tx.videoTask.create({
        data: {
          id: taskId,
          userId,
          provider: test ? 'local' : deps.video.name,
          prompt,
          motion,
          liveliness,
          border,
          restore,
          seed,
          photoHash,
          language,
          originalFilename,
          name: name ?? null,
          takenOn: photo.takenOn === null ? null : new Date(photo.takenOn),
          photoKey: photoKey(taskId),
        },
      });
      await enqueue(
        deps.queue,
        tx,
        'generate-video',
        { taskId },
        { key: taskId, ...(test && { priority: afterPaid }) },
      );
      await publish(tx, { userId, topic: 'task', id: taskId });
      if (!test) {
        await publish(tx, { userId, topic: 'balance', id: userId });
        await tellIfLow(deps.queue, tx, userId);
      }
      await after(tx, accepted);
    });
  } catch (error) {
    // The answer to a commit can be lost after it went through: then the task is there, and so is its debit.
    const committed = await deps.db.videoTask.count({ where: { id: taskId } });
    if (committed === 0) {
      await deps.storage.remove(taskPrefix(taskId));
      throw error;
    }
  }
  return accepted;
}

/** Of the jobs that wait, those that nobody pays for start last. */
const afterPaid = -1;

const pay = (tx: Tx, userId: string, taskId: string) =>
  spend(tx, {
    ...{ userId, amount: limits.generation.creditCost },
    ...{ reason: 'generation', reference: taskId },
  });

/** The SHA-256 of an upload, in hexadecimal digits. */
async function hashOf(photo: Blob): Promise<string> {
  const sum = createHash('sha256');
  for await (const chunk of photo.stream()) sum.update(chunk);
  return sum.digest('hex');
}

/** Tells the user's programs in the moment in which credits begin to run low, and not with each one after that. */
async function tellIfLow(queue: PgBoss, tx: Tx, userId: string): Promise<void> {
  const credits = await getBalance(tx, userId);
  const threshold = limits.credits.runningLowBelow;
  if (credits >= threshold || credits + limits.generation.creditCost < threshold) return;
  await announce(queue, tx, { userId, event: 'credits.low', data: { credits, threshold } });
}
