import type { Language } from '#shared/languages.ts';
import { appLimits } from '#shared/app-limits.ts';
import type { AnimationOptions } from '#shared/motion/movements.ts';
import { taskLife } from '#shared/status.ts';
import type { ConsentVersion } from '#shared/upload-consent.ts';
import type { Prisma } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/database/events.ts';
import { createId } from '#server/platform/ids.ts';
import { enqueueNewRows } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import type { VideoProvider } from '#server/providers/video/types.ts';
import { getBalance, spend } from '#server/features/credits/ledger.ts';
import { cancelRemoval, planRemoval, removePlanned } from '#server/features/files/removals.ts';
import { enqueueWebhookEvent } from '#server/features/webhooks/enqueue-event.ts';
import { takeTurn } from '#server/features/job-lifecycle/turns.ts';
import { recordConsent } from './task-options.ts';
import type { PreparedPhoto } from '../photos/decode-photo.ts';
import { photoKey, taskPrefix } from '../task-keys.ts';
import type { PhotoFingerprint } from '../photos/photo-fingerprint.ts';

export type Accepted = { taskId: string; status: 'Queued' };
/** Records the accepted request in the same transaction. */
export type StoreResult<Answer> = (tx: Tx, answer: Answer) => Promise<void>;

export interface AcceptDeps {
  db: Db;
  queue: JobQueue;
  storage: Storage;
  video: Pick<VideoProvider, 'name'>;
}

/** The options of a video request that do not depend on the photo. */
export interface GenerationOptions extends AnimationOptions {
  userId: string;
  prompt: string;
  language: Language;
  /** The version of the consent text that the user agreed to with this request, if one was shown. */
  consent?: ConsentVersion | undefined;
  /** True for a free test request, made by a test user. */
  test?: boolean;
}

/** Milliseconds. Requests of one user wait for each other here. */
const timeouts = { maxWait: 10_000, timeout: 15_000 };

/** One video with an already validated photo. */
export interface PreparedRequest extends GenerationOptions, Pick<PhotoFingerprint, 'seed'> {
  photo: Pick<PreparedPhoto, 'jpeg' | 'takenOn'>;
  originalFilename: string;
  name?: string | undefined;
  photoHash: string | null;
}

/** Hooks at the start and end of the accepting transaction: if one throws, everything is rolled back. */
interface TransactionHooks<Answer> {
  before?: (tx: Tx) => Promise<void>;
  after: StoreResult<Answer>;
}

/** `acceptPhotos` for a single photo. */
export async function acceptPhoto(
  deps: AcceptDeps,
  request: PreparedRequest,
  { after, ...around }: TransactionHooks<Accepted>,
): Promise<Accepted> {
  const only = ([first]: readonly Accepted[]) => first as Accepted;
  return only(
    await acceptPhotos(deps, [request], { ...around, after: (tx, accepted) => after(tx, only(accepted)) }),
  );
}

/**
 * Takes the credits (except for tests), creates the tasks of prepared photos and enqueues their jobs in one
 * transaction, which starts with `before` and ends with `after`: if either throws, everything is rolled back. All
 * requests are the same user's, with the same options. Throws AppError `insufficient_credits`.
 */
export async function acceptPhotos(
  deps: AcceptDeps,
  requests: readonly PreparedRequest[],
  { before, after }: TransactionHooks<Accepted[]>,
): Promise<Accepted[]> {
  const tasks = requests.map((request) => ({ taskId: createId(), request }));
  const prefixes = tasks.map(({ taskId }) => taskPrefix(taskId));
  const [options] = requests;
  try {
    await planRemoval(deps.db, prefixes);
    for (const { taskId, request } of tasks)
      await deps.storage.putBytes(photoKey(taskId), request.photo.jpeg);
    const accepted = tasks.map(({ taskId }): Accepted => ({ taskId, status: 'Queued' }));
    await deps.db.$transaction(async (tx) => {
      await before?.(tx);
      if (options) await createTasks(deps, tx, tasks, options);
      await cancelRemoval(tx, prefixes);
      await after(tx, accepted);
    }, timeouts);
    return accepted;
  } catch (error) {
    // The confirmation of a commit can be lost after it succeeded: the tasks and their debits then exist.
    const ids = tasks.map(({ taskId }) => taskId);
    const committed = await deps.db.videoTask.count({ where: { id: { in: ids } } });
    if (committed > 0) return ids.map((taskId) => ({ taskId, status: 'Queued' }));
    await removePlanned(deps, prefixes);
    throw error;
  }
}

/** A new task, and what was asked for. */
interface NewTask {
  taskId: string;
  request: PreparedRequest;
}

/** The number of statements does not depend on the number of tasks. */
async function createTasks(
  { queue, video }: Pick<AcceptDeps, 'queue' | 'video'>,
  tx: Tx,
  tasks: readonly NewTask[],
  { userId, consent, test = false }: GenerationOptions,
): Promise<void> {
  const ids = tasks.map(({ taskId }) => taskId);
  if (!test) await pay(tx, userId, ids);
  const now = Date.now();
  const data = tasks.map((task, index) => ({
    ...rowOf(task, test ? 'local' : video.name),
    // Apart, so that lists keep their order.
    createdAt: new Date(now - (tasks.length - 1 - index)),
  }));
  await tx.videoTask.createMany({ data });
  if (consent) await recordConsent(tx, userId, consent);
  const unfinished = { userId, status: { in: taskLife.unfinished } };
  const last = await takeTurn(tx, userId, {
    isLast: test,
    countUnfinished: () => tx.videoTask.count({ where: unfinished }),
  });
  const jobs = ids.map((taskId, index) => ({
    rowId: taskId,
    data: { taskId },
    priority: last + (ids.length - 1 - index),
  }));
  await enqueueNewRows(queue, tx, 'generate-video', jobs);
  const started = ids.map((id) => ({ userId, topic: 'task', id }) as const);
  if (test) return publish(tx, ...started);
  await publish(tx, ...started, { userId, topic: 'balance', id: userId });
  await notifyIfLow(queue, tx, userId, ids.length);
}

function rowOf({ taskId, request }: NewTask, provider: string): Prisma.VideoTaskCreateManyInput {
  const { photo, userId, originalFilename, prompt, motion, liveliness, turn, rest, border, restore } =
    request;
  const { name, language, seed, photoHash } = request;
  return {
    id: taskId,
    userId,
    provider,
    prompt,
    motion,
    liveliness,
    turn,
    rest: rest.flat(),
    border,
    restore,
    seed,
    photoHash,
    language,
    originalFilename,
    name: name ?? null,
    takenOn: photo.takenOn === null ? null : new Date(photo.takenOn),
    photoKey: photoKey(taskId),
  };
}

const pay = (tx: Tx, userId: string, taskIds: readonly string[]) =>
  spend(tx, {
    userId,
    amount: appLimits.generation.creditCost,
    reason: 'generation',
    reference: taskIds,
  });

/** Notifies the user's webhooks when `count` debits took the balance below the threshold, but not of debits after that. */
async function notifyIfLow(queue: JobQueue, tx: Tx, userId: string, count: number): Promise<void> {
  const credits = await getBalance(tx, userId);
  const threshold = appLimits.credits.runningLowBelow;
  if (credits >= threshold || credits + count * appLimits.generation.creditCost < threshold) return;
  await enqueueWebhookEvent(queue, tx, { userId, event: 'credits.low', data: { credits, threshold } });
}
