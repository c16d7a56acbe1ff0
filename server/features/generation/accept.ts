import type { PgBoss } from 'pg-boss';
import type { Language } from '../../../shared/languages.ts';
import { appLimits } from '../../../shared/app-limits.ts';
import { taskLife } from '../../../shared/status.ts';
import type { Liveliness, Motion } from '../../../shared/motion/movements.ts';
import type { BorderMode } from '../../../shared/print/print.ts';
import type { TurnOption } from '../../../shared/motion/turn.ts';
import type { ConsentVersion } from '../../../shared/upload-consent.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { publish } from '../../platform/events.ts';
import { createId } from '../../platform/ids.ts';
import { enqueueWork } from '../../platform/queue.ts';
import type { Storage } from '../../providers/storage/types.ts';
import type { VideoProvider } from '../../providers/video/types.ts';
import { getBalance, spend } from '../credits/ledger.ts';
import { enqueueWebhookEvent } from '../webhooks/enqueue-event.ts';
import { takeTurn } from '../work/turns.ts';
import { recordConsent } from './consent.ts';
import type { PreparedPhoto } from './decode-photo.ts';
import { photoKey, taskPrefix } from './keys.ts';
import type { PhotoFingerprint } from './photo-fingerprint.ts';

export type Accepted = { taskId: string; status: 'Queued' };
/** Records the accepted request in the same transaction. */
export type StoreAnswer<Answer> = (tx: Tx, answer: Answer) => Promise<void>;

export interface AcceptDeps {
  db: Db;
  queue: PgBoss;
  storage: Storage;
  video: Pick<VideoProvider, 'name'>;
}

/** The options of a video request that do not depend on the photo. */
export interface GenerationOptions {
  userId: string;
  prompt: string;
  motion: Motion;
  liveliness: Liveliness;
  turn: TurnOption;
  border: BorderMode;
  restore: boolean;
  language: Language;
  /** The version of the consent text that the user agreed to with this request, if one was shown. */
  consent?: ConsentVersion | undefined;
  /** True for a free test request, made by a test user. */
  test?: boolean;
}

/** Milliseconds. A batch of 20 photos takes about 200 statements, which a busy database may not manage in Prisma's 5 s. */
const batchTimeouts = { maxWait: 10_000, timeout: 60_000 };

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
  after: StoreAnswer<Answer>;
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
 * transaction, which starts with `before` and ends with `after`: if either throws, everything is rolled back. Throws
 * AppError `insufficient_credits`.
 */
export async function acceptPhotos(
  deps: AcceptDeps,
  requests: readonly PreparedRequest[],
  { before, after }: TransactionHooks<Accepted[]>,
): Promise<Accepted[]> {
  const tasks = requests.map((request) => ({ taskId: createId(), request }));
  try {
    for (const { taskId, request } of tasks)
      await deps.storage.putBytes(photoKey(taskId), request.photo.jpeg);
    const accepted = tasks.map(({ taskId }): Accepted => ({ taskId, status: 'Queued' }));
    await deps.db.$transaction(async (tx) => {
      await before?.(tx);
      for (const { taskId, request } of tasks) await createTask(deps, tx, taskId, request);
      await after(tx, accepted);
    }, batchTimeouts);
    return accepted;
  } catch (error) {
    // The confirmation of a commit can be lost after it succeeded: the tasks and their debits then exist.
    const ids = tasks.map(({ taskId }) => taskId);
    const committed = await deps.db.videoTask.count({ where: { id: { in: ids } } });
    if (committed > 0) return ids.map((taskId) => ({ taskId, status: 'Queued' }));
    for (const taskId of ids) await deps.storage.remove(taskPrefix(taskId));
    throw error;
  }
}

async function createTask(
  { queue, video }: Pick<AcceptDeps, 'queue' | 'video'>,
  tx: Tx,
  taskId: string,
  request: PreparedRequest,
): Promise<void> {
  const { photo, userId, originalFilename, prompt, motion, liveliness, turn, border, restore } = request;
  const { name, language, seed, photoHash, consent, test = false } = request;
  if (!test) await pay(tx, userId, taskId);
  await tx.videoTask.create({
    data: {
      id: taskId,
      userId,
      provider: test ? 'local' : video.name,
      prompt,
      motion,
      liveliness,
      turn,
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
  if (consent) await recordConsent(tx, userId, consent);
  const unfinished = { userId, status: { in: taskLife.unfinished } };
  const priority = await takeTurn(tx, userId, {
    isLast: test,
    countUnfinished: () => tx.videoTask.count({ where: unfinished }),
  });
  await enqueueWork(queue, tx, 'generate-video', taskId, { taskId }, { priority });
  await publish(tx, { userId, topic: 'task', id: taskId });
  if (test) return;
  await publish(tx, { userId, topic: 'balance', id: userId });
  await notifyIfLow(queue, tx, userId);
}

const pay = (tx: Tx, userId: string, taskId: string) =>
  spend(tx, {
    ...{ userId, amount: appLimits.generation.creditCost },
    ...{ reason: 'generation', reference: taskId },
  });

/** Notifies the user's webhooks when the balance falls below the threshold, but not of every debit after that. */
async function notifyIfLow(queue: PgBoss, tx: Tx, userId: string): Promise<void> {
  const credits = await getBalance(tx, userId);
  const threshold = appLimits.credits.runningLowBelow;
  if (credits >= threshold || credits + appLimits.generation.creditCost < threshold) return;
  await enqueueWebhookEvent(queue, tx, { userId, event: 'credits.low', data: { credits, threshold } });
}
