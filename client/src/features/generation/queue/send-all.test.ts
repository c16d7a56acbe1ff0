import { expect, test } from 'vitest';
import type { ErrorCode } from '#shared/errors.ts';
import { RequestFailure } from '#client/lib/error-code.ts';
import { sendAll } from './send-all.ts';

const refusal = (code: ErrorCode, payment = false) => new RequestFailure('no', code, payment);

/**
 * Sends photos whose outcomes are given by index: errors, each thrown once. Resolves with a log of everything, in
 * order.
 */
async function run(fates: Record<number, Error[]>, places = [0, 1, 2, 3]) {
  const told: string[] = [];
  const stop = new AbortController();
  let travelling = 0;
  let most = 0;
  await sendAll({
    places,
    atOnce: 2,
    signal: stop.signal,
    async send(place) {
      most = Math.max(most, ++travelling);
      await Promise.resolve();
      travelling -= 1;
      const error = fates[place]?.shift();
      if (error) throw error;
    },
    tell: (place, state) => told.push(`${place} ${state.is}${'code' in state ? ` ${state.code}` : ''}`),
  });
  return { told, most };
}

test('sends two at a time, and a failure does not hold up the others', async () => {
  const { told, most } = await run({
    1: [refusal('image_broken')],
    2: [refusal('upload_malformed')],
    3: [refusal('internal_error')],
  });
  expect(most).toBe(2);
  expect(told.toSorted()).toEqual([
    ...['0 sent', '1 declined image_broken', '2 failed upload_malformed', '3 failed internal_error'],
  ]);
});

test.each([
  ['credits', refusal('insufficient_credits', true)],
  ['the session', refusal('not_signed_in')],
  ['the person', new DOMException('Upload cancelled', 'AbortError')],
])('%s can end it: no further photo is started', async (_, error) => {
  const { told } = await run({ 0: [error] });
  expect(told.toSorted()).toEqual(['0 ready', '1 sent']);
});
