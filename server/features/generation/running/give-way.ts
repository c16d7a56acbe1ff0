import { setTimeout as delay } from 'node:timers/promises';
import { taskLife } from '#shared/status.ts';
import type { Db } from '#server/platform/database/db.ts';
import { personsPerFree, type TurnCounter } from '#server/features/job-lifecycle/turns.ts';

/** How often to look whether paid videos are still waiting; those that this process starts are noticed at once. */
const lookEveryMilliseconds = 2000;
/** Far less than the queue lets a job run. */
const longestMilliseconds = 600_000;

/**
 * Resolves when another movement may be made: as soon as no paid video waits for the local animator, or once
 * `personsPerFree` of them have started in this process, or after ten minutes. Throws the reason of `signal`.
 */
export async function giveWayToPaid(
  { db }: { db: Db },
  videos: Pick<TurnCounter, 'persons' | 'next'>,
  signal: AbortSignal,
): Promise<void> {
  const [enough, latest] = [videos.persons + personsPerFree, Date.now() + longestMilliseconds];
  for (;;) {
    const started = videos.next();
    signal.throwIfAborted();
    if (videos.persons >= enough || Date.now() >= latest || !(await isPaidWaiting(db))) return;
    const looked = new AbortController();
    const look = delay(lookEveryMilliseconds, undefined, {
      signal: AbortSignal.any([signal, looked.signal]),
    }).catch(() => {});
    await Promise.race([started, look]);
    looked.abort();
  }
}

async function isPaidWaiting(db: Db): Promise<boolean> {
  const waiting = { status: taskLife.waiting, provider: 'local', user: { testOf: null } };
  return (await db.videoTask.findFirst({ where: waiting, select: { id: true } })) !== null;
}
