import { expect, test } from 'vitest';
import { withTaskGroup } from './task-group.ts';

const never = new AbortController().signal;

test('limits concurrent tasks, and ends when all have ended', async () => {
  let running = 0;
  let most = 0;
  let ended = 0;
  const task = async (): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise(setImmediate);
    running--;
    ended++;
  };
  const body = async (run: (task: () => Promise<void>) => unknown): Promise<string> => {
    for (let n = 0; n < 7; n++) run(task);
    return 'done';
  };
  expect(await withTaskGroup(never, ({ run }) => body(run), 2)).toBe('done');
  expect([most, ended]).toEqual([2, 7]);
});

/** A task that ends only when aborted, and then throws. */
const untilAborted = (signal: AbortSignal, ended: string[]) =>
  new Promise<void>((_, reject) => {
    signal.addEventListener('abort', () => {
      ended.push('aborted');
      reject(new Error('a consequence'));
    });
  });

test('a failure aborts running tasks, prevents further ones from starting, and is the error that is thrown', async () => {
  const ended: string[] = [];
  const group = withTaskGroup(
    never,
    ({ run, signal }) =>
      Promise.all([
        run(() => untilAborted(signal, ended)),
        run(() => Promise.reject(new Error('the cause'))),
        run(async () => ended.push('started')),
      ]),
    2,
  );
  await expect(group).rejects.toThrow('the cause');
  expect(ended).toEqual(['aborted']);
});

test('a failing body or an aborting caller ends the tasks, and is the error that is thrown', async () => {
  const ended: string[] = [];
  const failing = withTaskGroup(never, async ({ run, signal }) => {
    void run(() => untilAborted(signal, ended));
    await new Promise(setImmediate);
    throw new Error('the body');
  });
  await expect(failing).rejects.toThrow('the body');
  const caller = new AbortController();
  const aborted = withTaskGroup(caller.signal, ({ run, signal }) => run(() => untilAborted(signal, ended)));
  await new Promise(setImmediate);
  caller.abort(new Error('the caller'));
  await expect(aborted).rejects.toThrow('the caller');
  expect(ended).toEqual(['aborted', 'aborted']);
});
