import sharp from 'sharp';
import { limits } from '#shared/limits.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { requestGeneration } from '#server/features/generation/requests/request-generation.ts';
import { failTask, videoJob } from '#server/features/generation/running/video-job.ts';
import { posterKey, videoKey } from '#server/features/media/film-keys.ts';
import { claim, succeed } from '#server/features/job-lifecycle/end-job.ts';
import { emptyTrash, moveToTrash } from '#server/features/job-lifecycle/trash.ts';
import { createId } from '#server/platform/ids.ts';
import { createUser } from '../support/ledger.ts';
import type { TestServer } from '../support/server.ts';
import { whileBusy } from './patience.ts';

const side = limits.photo.minShorterSide;

/** Users and workers on a Memori that runs no workers. */
export interface LiveWrites {
  /** Performs a random action. */
  write(): Promise<void>;
  /**
   * From now on, what is finished until the next call is not deleted before it. A deletion can be undone for a quarter of
   * an hour, within which a backup of seconds, as here, ends.
   */
  beginBackup(): void;
}

/** Nobody runs out of them, however many actions a machine performs during a backup. */
const manyCredits = 1_000_000;

/** Long after any undo period. */
const muchLater = (): number => Date.now() + 86_400_000;

export async function createWrites({ deps }: TestServer, random: () => number): Promise<LiveWrites> {
  const { db, storage } = deps;
  const jpeg = await sharp({ create: { width: side, height: side, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer();
  const users: string[] = [];
  const waiting: { id: string; userId: string }[] = [];
  /** The oldest first. */
  const done: { id: string; userId: string; backups: number }[] = [];
  let backups = 0;
  const take = <T>(list: T[]): T | undefined => list.splice(Math.floor(random() * list.length), 1)[0];

  async function ask(): Promise<void> {
    const userId = users[Math.floor(random() * users.length)];
    if (random() < 0.2 || !userId) return void users.push(await whileBusy(() => createUser(db, manyCredits)));
    const request = { userId, photo: new Blob([jpeg]), originalFilename: 'a.jpg', prompt: '' };
    const { taskId: id } = await whileBusy(() =>
      requestGeneration(deps, { ...request, ...defaultAnimationOptions, language: 'en' }),
    );
    waiting.push({ id, userId });
  }

  async function finish(): Promise<void> {
    const task = take(waiting);
    if (!task) return ask();
    await whileBusy(() => claim(videoJob, db, task as never));
    const renditionPrefix = videoJob.runPrefix(task.id, createId());
    for (const key of [videoKey(renditionPrefix, 'clean'), posterKey(renditionPrefix, 'clean')])
      await storage.putBytes(key, Buffer.alloc(20_000, task.id));
    const result = { width: 1, height: 1, provider: 'local' as const, movement: 'arc' as const };
    const rest = { stage: 'finalizing' as const, providerStatus: null, renditionPrefix };
    await whileBusy(() => succeed(videoJob, deps, task.id, { ...result, ...rest }));
    done.push({ ...task, backups });
  }

  async function fail(): Promise<void> {
    const task = take(waiting);
    if (!task) return ask();
    await whileBusy(() => failTask(deps, task.id, 'generation_failed'));
    done.push({ ...task, backups });
  }

  async function remove(): Promise<void> {
    const [oldest] = done;
    if (!oldest || oldest.backups === backups) return ask();
    const task = done.shift() ?? oldest;
    await whileBusy(() => moveToTrash(videoJob, db, task.userId, task.id));
    await whileBusy(() => emptyTrash(videoJob, deps, muchLater()));
  }

  const actions = [ask, ask, ask, ask, finish, finish, fail, remove];
  return {
    async write() {
      await actions[Math.floor(random() * actions.length)]?.();
    },
    beginBackup: () => void (backups += 1),
  };
}
