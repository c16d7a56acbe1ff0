import { expect, test } from 'vitest';
import { createSharedWork } from './shared-work.ts';

/** Shared work whose making ends only on request, and what was begun. */
function createBench() {
  const work = createSharedWork<string>({ atOnce: 1, maxWaiting: 10, maxWaitingOfAddress: 2, maxKept: 2 });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    ask: (key: string, address = 'a', signal?: AbortSignal) =>
      work(key, { address, ...(signal && { signal }) }, () => {
        begun.push(key);
        return new Promise((resolve) => ends.push(() => resolve(`${key}!`)));
      }),
    async endNext() {
      ends.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

test('however many ask, a result is made once, and kept while it is among the latest', async () => {
  const { ask, begun, endNext } = createBench();
  const all = Array.from({ length: 500 }, () => ask('one'));
  await endNext();
  expect(new Set(await Promise.all(all))).toEqual(new Set(['one!']));
  expect(await ask('one')).toBe('one!');
  for (const key of ['two', 'three', 'one']) {
    const asked = ask(key);
    await endNext();
    await asked;
  }
  expect(begun).toEqual(['one', 'two', 'three', 'one']);
});

test('one address has few waiting, and others come in between', async () => {
  const { ask, begun, endNext } = createBench();
  const all = [ask('1'), ask('2'), ask('3')];
  await expect(ask('4')).rejects.toMatchObject({ reason: 'own' });
  all.push(ask('5', 'b'));
  for (let index = 0; index < 4; index += 1) await endNext();
  await Promise.all(all);
  expect(begun).toEqual(['1', '2', '5', '3']);
});

test('what nobody waits for any more is not made; who stays still gets it', async () => {
  const { ask, begun, endNext } = createBench();
  const gone = new AbortController();
  const first = ask('1');
  const [left, stays] = [ask('2', 'a', gone.signal), ask('2', 'b')];
  const alone = ask('3', 'a', gone.signal);
  gone.abort(new Error('gone'));
  await expect(left).rejects.toThrow('gone');
  await expect(alone).rejects.toThrow('gone');
  const again = ask('3');
  for (let index = 0; index < 3; index += 1) await endNext();
  expect(await Promise.all([first, stays, again])).toEqual(['1!', '2!', '3!']);
  expect(begun).toEqual(['1', '2', '3']);
});

test('a failure is not kept', async () => {
  const work = createSharedWork<string>({ atOnce: 1, maxWaiting: 10, maxWaitingOfAddress: 2, maxKept: 2 });
  const asker = { address: 'a' };
  await expect(work('1', asker, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await work('1', asker, () => Promise.resolve('made'))).toBe('made');
});
