// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ConnectionLost, RequestFailure } from '#client/api/error-code.ts';
import { deliver } from './deliver.ts';
import { pauseInBrowser } from './pause.ts';

const tooMany = (seconds: number | null) => new RequestFailure('no', 'too_many_requests', false, seconds);

/**
 * An attempt: the share of the photo that is uploaded, and the error thrown then; without one, the response is a task.
 */
type Attempt = [fraction: number, error?: Error];

/** Runs `attempts`, each consumed once, without real waiting. */
async function run(attempts: Attempt[], stopAt?: 'lost' | 'resting') {
  const told: string[] = [];
  const stop = new AbortController();
  const nudge = new EventTarget();
  const result = await deliver({
    nudge,
    pause: pauseInBrowser,
    signal: stop.signal,
    async send(onProgress) {
      const [fraction, error] = attempts.shift() ?? [1];
      onProgress(fraction);
      await Promise.resolve();
      if (error) throw error;
      return 'sent';
    },
    async reach() {
      told.push('reached');
      await Promise.resolve();
    },
    onProgress: (fraction) => told.push(`${fraction}`),
    onBlocked(block) {
      told.push(block ? block.is : 'on');
      if (block && block.is === stopAt) stop.abort();
      if (block?.is === 'lost') queueMicrotask(() => nudge.dispatchEvent(new Event('now')));
      if (block?.is === 'resting') told.push(`${block.seconds} s`);
    },
  }).catch((error: unknown) => (error instanceof Error ? error.name : ''));
  return { result, told };
}

test.each([0.5, 1])('after a lost connection the photo is sent again, uploaded by %s', async (fraction) => {
  const { result, told } = await run([[fraction, new ConnectionLost()]]);
  expect(result).toBe('sent');
  expect(told).toEqual([`${fraction}`, 'lost', 'reached', 'on', '1']);
});

test('while the server still works on the attempt before, it waits as long as the server says', async () => {
  const busy = new RequestFailure('no', 'idempotency_in_progress', false, 0.01);
  const { result, told } = await run([[1, new ConnectionLost()], [1, busy], [1]]);
  expect(result).toBe('sent');
  expect(told).toEqual([...['1', 'lost', 'reached', 'on', '1'], ...['resting', '0.01 s', 'on', '1']]);
});

test('a retry delay is waited out, also after a lost connection', async () => {
  const { result, told } = await run([[0.5, new ConnectionLost()], [0.2, tooMany(0.01)], [1]]);
  expect(result).toBe('sent');
  expect(told).toEqual([...['0.5', 'lost', 'reached', 'on', '0.2'], ...['resting', '0.01 s', 'on', '1']]);
});

test('without a retry delay it waits 10 s, and the user can cancel the wait', async () => {
  const { result, told } = await run([[1, tooMany(null)]], 'resting');
  expect(result).toBe('AbortError');
  expect(told).toEqual(['1', 'resting', '10 s']);
});

test('a permanent failure is reported at once', async () => {
  expect(await run([[1, new RequestFailure('no', 'image_broken')]])).toEqual({
    result: 'RequestFailure',
    told: ['1'],
  });
});
