import pLimit from 'p-limit';
import type { Logger } from '../logging/logger.ts';

/** A run of maintenance ends after this many milliseconds, well before its schedule's timeout; the next one continues. */
const runMilliseconds = 90_000;
/** How many items are worked on at once. */
const atOnce = 8;
/** The bound of a statement: no more than some milliseconds, however many rows are due. */
const rowsAtOnce = 500;

/** The end of a run: when `signal` aborts, or when its time is over. */
const endOfRun = (signal?: AbortSignal): AbortSignal =>
  AbortSignal.any([AbortSignal.timeout(runMilliseconds), ...(signal ? [signal] : [])]);

export interface Pages<Item> {
  /** The next page of what is due, at most `take` items in a fixed order, after `last`; empty at the end. */
  read: (last: Item | undefined, take: number) => Promise<readonly Item[]>;
  /**
   * Deals with one item: looks again before it acts, because the item may have changed since it was read. Returns
   * whether it did anything.
   */
  act: (item: Item) => Promise<boolean>;
  /** What the log says of an item that failed; no personal data. */
  describe: (item: Item) => object;
}

/**
 * Works through pages of due items until there are none, until `signal` aborts, or until the run's time is over. An item
 * that fails is logged, keeps no other waiting, and is left to the next run. One page is in memory at a time. Returns
 * for how many items something was done.
 */
export async function workThrough<Item>(
  { logger, signal }: { logger: Logger; signal?: AbortSignal | undefined },
  { read, act, describe }: Pages<Item>,
): Promise<number> {
  const end = endOfRun(signal);
  const limit = pLimit(atOnce);
  let done = 0;
  const deal = async (item: Item) => {
    if (end.aborted) return;
    try {
      if (await act(item)) done += 1;
    } catch (error) {
      logger.error(
        { err: error, ...describe(item) },
        'maintenance of one item failed; the next run tries again',
      );
    }
  };
  for (let last: Item | undefined; !end.aborted; ) {
    const page = await read(last, rowsAtOnce);
    if (page.length === 0) break;
    await Promise.all(page.map((item) => limit(deal, item)));
    last = page.at(-1);
  }
  signal?.throwIfAborted();
  return done;
}

/**
 * Repeats a statement that changes at most `limit` rows until none are left, or until the run's time is over. Returns
 * how many rows it changed.
 */
export async function repeatInBatches(
  statement: (limit: number) => Promise<{ count: number }>,
  signal?: AbortSignal,
  limit = rowsAtOnce,
): Promise<number> {
  const end = endOfRun(signal);
  let total = 0;
  for (let count = limit; count === limit && !end.aborted; total += count)
    ({ count } = await statement(limit));
  signal?.throwIfAborted();
  return total;
}
