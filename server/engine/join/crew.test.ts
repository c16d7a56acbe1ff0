import { expect, test } from 'vitest';
import { createCrew } from './crew.ts';

const never = new AbortController().signal;

test('only so many tasks run at once', async () => {
  const crew = createCrew(2, never);
  let running = 0;
  let most = 0;
  const task = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
  };
  await Promise.all(Array.from({ length: 7 }, () => crew.run(task)));
  expect(most).toBe(2);
});

test('a failure aborts those that run, keeps the others from starting, and is what one hears of', async () => {
  const crew = createCrew(2, never);
  const ended: string[] = [];
  const waiting = crew.run(
    () =>
      new Promise<void>((_, reject) => {
        crew.signal.addEventListener('abort', () => {
          ended.push('aborted');
          reject(new Error('a consequence'));
        });
      }),
  );
  const failing = crew.run(() => Promise.reject(new Error('the cause')));
  const queued = crew.run(async () => ended.push('started'));
  const outcomes = Promise.allSettled([waiting, queued]);
  await expect(failing).rejects.toThrow('the cause');
  expect(await crew.abandon(new Error('later'))).toEqual(new Error('the cause'));
  await outcomes;
  expect(ended).toEqual(['aborted']);
});
