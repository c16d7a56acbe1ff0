import { expect, test } from 'vitest';
import { createFairQueue, type FairQueue, QueueFullError } from './fair-queue.ts';

/** Work that ends only on request, and the order in which it began. */
function createSteps(queue: FairQueue) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    ask: (name: string, keys: string[], signal?: AbortSignal) =>
      queue.run(
        keys,
        () => {
          begun.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        },
        signal,
      ),
    async endNext() {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

const bounds = { atOnce: 1, maxWaiting: 6, maxWaitingOf: [5, 3] };

test('a caller with little work does not wait for one with much', async () => {
  const { ask, begun, endNext } = createSteps(createFairQueue(bounds));
  const all = [
    ...['a1', 'a2', 'a3'].map((name) => ask(name, ['a', 'x'])),
    ask('a4', ['a', 'y']),
    ask('b1', ['b', 'z']),
  ];
  for (let index = 0; index < 5; index += 1) await endNext();
  await Promise.all(all);
  // The first begins at once; then addresses take turns, and the accounts of one address.
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a4', 'a3']);
});

test('a caller who comes back after each turn does not come before those who wait', async () => {
  const { ask, begun, endNext } = createSteps(createFairQueue(bounds));
  const all = [ask('a1', ['a', '1']), ask('b1', ['b', '1']), ask('b2', ['b', '2']), ask('a2', ['a', '1'])];
  await endNext();
  await endNext();
  all.push(ask('a3', ['a', '1']));
  for (let index = 0; index < 3; index += 1) await endNext();
  await Promise.all(all);
  expect(begun).toEqual(['a1', 'b1', 'a2', 'b2', 'a3']);
});

test('each caller may have so much waiting, by each key', async () => {
  const { ask, endNext } = createSteps(createFairQueue(bounds));
  const all = ['1', '2', '3', '4'].map((name) => ask(name, ['a', 'x']));
  await expect(ask('5', ['b', 'x'])).rejects.toMatchObject({ reason: 'own' });
  all.push(ask('6', ['a', 'y']), ask('7', ['a', 'y']));
  await expect(ask('8', ['a', 'z'])).rejects.toMatchObject({ reason: 'own' });
  for (let index = 0; index < all.length; index += 1) await endNext();
  await Promise.all(all);
});

test('if it is full, those with most give way to newcomers', async () => {
  const { ask, begun, endNext } = createSteps(createFairQueue(bounds));
  const all = ['1', '2', '3', '4', '5', '6'].map((name) => ask(name, ['a', name]));
  const outcomes = Promise.allSettled([...all, ask('7', ['b', 'x']), ask('8', ['c', 'x'])]);
  for (let index = 0; index < 8; index += 1) await endNext();
  const refused = (await outcomes).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
  expect(refused).toEqual([expect.any(QueueFullError)]);
  expect(begun).toEqual(expect.arrayContaining(['7', '8']));
  expect(begun).not.toContain('6');
});

test('work of those who have gone is dropped', async () => {
  const { ask, begun, endNext } = createSteps(createFairQueue(bounds));
  const gone = new AbortController();
  const first = ask('1', ['a', 'x']);
  const second = ask('2', ['a', 'x'], gone.signal);
  const third = ask('3', ['b', 'x']);
  gone.abort(new Error('gone'));
  await expect(second).rejects.toThrow('gone');
  await endNext();
  await endNext();
  await Promise.all([first, third]);
  expect(begun).toEqual(['1', '3']);
});
