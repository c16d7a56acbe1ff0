import { expect, test } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { repeatInBatches, workThrough } from './work-through.ts';

const logger = createLogger('silent');

/** Pages of the numbers from 1 to `count`. */
const numbers = (count: number, act: (item: number) => Promise<boolean>) => ({
  read: async (last: number | undefined, take: number) =>
    Array.from({ length: Math.min(take, count - (last ?? 0)) }, (_, index) => (last ?? 0) + index + 1),
  act,
  describe: (item: number) => ({ item }),
});

test('every item is dealt with once, page after page', async () => {
  const seen: number[] = [];
  const done = await workThrough(
    { logger },
    numbers(1234, async (item) => {
      seen.push(item);
      return item % 2 === 0;
    }),
  );
  expect(done).toBe(617);
  expect(seen.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 1234 }, (_, index) => index + 1));
});

test('an item that fails is logged, and the others are dealt with', async () => {
  const lines: string[] = [];
  const done = await workThrough(
    { logger: createLogger('error', { write: (line) => void lines.push(line) }) },
    numbers(700, async (item) => {
      if (item === 2) throw new Error('its file is locked');
      return true;
    }),
  );
  expect(done).toBe(699);
  expect(lines.map((line) => (JSON.parse(line) as { item: number }).item)).toEqual([2]);
});

test('it stops when it is told to, and says so', async () => {
  const stopping = new AbortController();
  let acted = 0;
  const run = workThrough(
    { logger, signal: stopping.signal },
    numbers(1_000_000, async () => {
      acted += 1;
      if (acted === 20) stopping.abort(new Error('Memori is stopping'));
      return true;
    }),
  );
  await expect(run).rejects.toThrow('Memori is stopping');
  expect(acted).toBeLessThan(30);
});

test('few items are worked on at once', async () => {
  let now = 0;
  let most = 0;
  await workThrough(
    { logger },
    numbers(100, async () => {
      now += 1;
      most = Math.max(most, now);
      await new Promise(setImmediate);
      now -= 1;
      return true;
    }),
  );
  expect(most).toBe(8);
});

test('a statement is repeated until it finds no full batch', async () => {
  const left = [500, 500, 20, 7];
  const total = await repeatInBatches(async () => ({ count: left.shift() ?? 0 }));
  expect(total).toBe(1020);
  expect(left).toEqual([7]);
});
