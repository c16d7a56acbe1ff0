import type { MergeStatus } from '#shared/schemas/album.ts';
import type { TaskProgress } from '#shared/schemas/video.ts';
import type { Deps } from '#server/composition/deps.ts';
import { getAlbum } from '../albums/album-status.ts';
import { countPurchases } from '../credits/history.ts';
import { getBalance } from '../credits/ledger.ts';
import { readVariantId } from '../generation/variants/variant-job.ts';
import { getProgress } from '../generation/tasks.ts';
import type { UserEvent } from '#server/platform/database/events.ts';
import { AppError } from '#server/platform/errors.ts';
import { readOnce } from '#server/platform/concurrency/shared-read.ts';
import { operation } from '#server/rpc/operation.ts';
import { openStream } from '#server/rpc/streams.ts';

/**
 * A change of a user's data, with its new state; `unknown` if something was deleted or changes may have been missed.
 */
type Change =
  | { of: 'task'; task: TaskProgress }
  /** Another movement of a task's video has progressed or is finished. */
  | { of: 'movement'; taskId: string }
  | { of: 'album'; album: MergeStatus }
  | { of: 'balance'; balance: { credits: number } }
  /** Credits were bought; the number of purchases so far. */
  | { of: 'purchase'; purchases: number }
  /** A photo arrived in one of the boxes, or was answered. */
  | { of: 'box' }
  /** The archive of the user's data has begun, or is ready. */
  | { of: 'export' }
  | { of: 'unknown' };

async function changeOf({ db }: Pick<Deps, 'db'>, event: UserEvent): Promise<Change> {
  const { topic, userId, id } = event;
  const once = <T>(read: () => Promise<T>) => readOnce(event, topic, read);
  try {
    if (topic === 'task') return { of: topic, task: await once(() => getProgress(db, userId, id)) };
    if (topic === 'movement') return { of: topic, taskId: readVariantId(id).taskId };
    if (topic === 'box' || topic === 'export') return { of: topic };
    if (topic === 'album') return { of: topic, album: await once(() => getAlbum(db, userId, id)) };
    if (topic === 'purchase') return { of: topic, purchases: await once(() => countPurchases(db, userId)) };
    const readBalance = async () => ({ credits: await getBalance(db, userId) });
    return { of: topic, balance: await once(readBalance) };
  } catch (error) {
    // Deleted meanwhile: there is no state to report.
    if (error instanceof AppError) return { of: 'unknown' };
    throw error;
  }
}

export const changeOperations = {
  // Combines the separate `watch` operations on one connection per page: over HTTP/1.1 a browser opens at most six
  // connections per host, shared by all tabs.
  watch: operation({
    summary:
      'Streams every change of the user’s tasks, albums and balance, and every purchase, for as long as the client listens, starting with `unknown`.',
    access: { scope: 'read' },
  }).subscription(async function* ({ ctx, signal }): AsyncGenerator<Change> {
    using stream = openStream(ctx, signal);
    const events = ctx.deps.events.subscribe(ctx.auth.user.id, stream.signal);
    yield { of: 'unknown' };
    for await (const event of events) yield event ? await changeOf(ctx.deps, event) : { of: 'unknown' };
  }),
};
