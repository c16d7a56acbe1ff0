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

const side = limits.photo.minShorterSide;

/**
 * In milliseconds. Scaled down from the quarter of an hour in which deletions can be undone, as a backup of minutes is
 * scaled down from one of hours.
 */
const minLifetime = 5_000;

/** Long after any undo period. */
const muchLater = (): number => Date.now() + 86_400_000;

/** Simulates users and workers on a Memori that runs no workers: each call performs a random action. */
export async function createWrites({ deps }: TestServer, random: () => number): Promise<() => Promise<void>> {
  const { db, storage } = deps;
  const jpeg = await sharp({ create: { width: side, height: side, channels: 3, background: '#a86' } })
    .jpeg()
    .toBuffer();
  const users: string[] = [];
  const waiting: { id: string; userId: string }[] = [];
  /** The oldest first. */
  const done: { id: string; userId: string; at: number }[] = [];
  const take = <T>(list: T[]): T | undefined => list.splice(Math.floor(random() * list.length), 1)[0];

  async function ask(): Promise<void> {
    const userId = users[Math.floor(random() * users.length)];
    if (random() < 0.2 || !userId) return void users.push(await createUser(db, 20));
    const request = { userId, photo: new Blob([jpeg]), originalFilename: 'a.jpg', prompt: '' };
    const { taskId: id } = await requestGeneration(deps, {
      ...request,
      ...defaultAnimationOptions,
      language: 'en',
    });
    waiting.push({ id, userId });
  }

  async function finish(): Promise<void> {
    const task = take(waiting);
    if (!task) return ask();
    await claim(videoJob, db, task as never);
    const renditionPrefix = videoJob.runPrefix(task.id, createId());
    for (const key of [videoKey(renditionPrefix, 'clean'), posterKey(renditionPrefix, 'clean')])
      await storage.putBytes(key, Buffer.alloc(20_000, task.id));
    const result = { width: 1, height: 1, provider: 'local' as const, movement: 'arc' as const };
    const rest = { stage: 'finalizing' as const, providerStatus: null, renditionPrefix };
    await succeed(videoJob, deps, task.id, { ...result, ...rest });
    done.push({ ...task, at: Date.now() });
  }

  async function fail(): Promise<void> {
    const task = take(waiting);
    if (!task) return ask();
    await failTask(deps, task.id, 'generation_failed');
    done.push({ ...task, at: Date.now() });
  }

  async function remove(): Promise<void> {
    const [oldest] = done;
    if (!oldest || Date.now() - oldest.at < minLifetime) return ask();
    const task = done.shift() ?? oldest;
    await moveToTrash(videoJob, db, task.userId, task.id);
    await emptyTrash(videoJob, deps, muchLater());
  }

  const actions = [ask, ask, ask, ask, finish, finish, fail, remove];
  return async () => {
    await actions[Math.floor(random() * actions.length)]?.();
  };
}
