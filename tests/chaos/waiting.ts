import { setTimeout as delay } from 'node:timers/promises';
import { minutes } from './hang-limits.ts';

const waitedFor = new Set<{ what: string }>();

/** What is being waited for at this moment, each as text. */
export const pending = (): string[] => [...waitedFor].map(({ what }) => what);

/** Waits for `event`, which is named in the report of a run that hangs. */
export async function awaiting<T>(what: string, event: Promise<T>): Promise<T> {
  const wait = { what };
  waitedFor.add(wait);
  try {
    return await event;
  } finally {
    waitedFor.delete(wait);
  }
}

/**
 * Asks again and again until `isSo`, with a pause of `interval` milliseconds. The only limit is that of a hang: then
 * throws Error, with `what` it waited for.
 */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  { interval = 50, limit = minutes(10) } = {},
): Promise<void> {
  const end = performance.now() + limit;
  const ask = async () => {
    while (!(await isSo())) {
      if (performance.now() > end) throw new Error(`waited in vain for this: ${what}`);
      await delay(interval);
    }
  };
  await awaiting(what, ask());
}

/** Like `until`, but resolves with what it waited for in vain, as a fault; with none if it came true. */
export const faultUnless = (...wait: Parameters<typeof until>): Promise<string[]> =>
  until(...wait).then(
    () => [],
    (error: unknown) => [String(error)],
  );

/**
 * The number of turns until `isSo`; null if `most` turns are not enough. Each takes at least a twentieth of a second,
 * and as long as `turn`: on a busy machine, where what is measured takes longer, turns take longer too.
 */
export async function turnsUntil(
  isSo: () => boolean | Promise<boolean>,
  { most, turn }: { most: number; turn: () => Promise<unknown> },
): Promise<number | null> {
  for (let turns = 0; turns <= most; turns += 1) {
    if (await isSo()) return turns;
    await Promise.all([turn(), delay(50)]);
  }
  return null;
}
