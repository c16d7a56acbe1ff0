import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { createLogger } from '../platform/logging/logger.ts';
import { createUploadSlots } from './upload-slots.ts';

/** A fake response that can be closed. */
class Answer extends EventEmitter {
  closed = false;
  close() {
    this.closed = true;
    this.emit('close');
  }
}

function open(lines: string[] = []) {
  const slots = createUploadSlots(createLogger('warn', { write: (line) => lines.push(line) }));
  const entered: string[] = [];
  return {
    entered,
    enter(userId: string, name = userId) {
      const answer = new Answer();
      const done = slots.enter(userId, answer as unknown as Response).then(() => entered.push(name));
      return { answer, done };
    },
  };
}

test('reads two uploads per user at once, and the next one when a response has closed', async () => {
  const { enter, entered } = open();
  const first = enter('nonna', 'first');
  await Promise.all([first.done, enter('nonna', 'second').done]);
  const third = enter('nonna', 'third');
  await enter('grandson').done;
  expect(entered).toEqual(['first', 'second', 'grandson']);
  first.answer.close();
  await third.done;
  expect(entered.at(-1)).toBe('third');
});

test('an upload aborted while waiting takes no slot', async () => {
  const { enter, entered } = open();
  const first = enter('nonna', 'first');
  await Promise.all([first.done, enter('nonna', 'second').done]);
  const gone = enter('nonna', 'gone');
  const next = enter('nonna', 'next');
  gone.answer.close();
  first.answer.close();
  await expect(gone.done).rejects.toMatchObject({ code: 'upload_aborted' });
  await next.done;
  expect(entered).toEqual(['first', 'second', 'next']);
});

test('queues at most fifty uploads per user, and logs whose limit was reached', async () => {
  const lines: string[] = [];
  const { enter } = open(lines);
  await Promise.all([enter('nonna').done, enter('nonna').done]);
  const waiting = Array.from({ length: 50 }, () => enter('nonna'));
  const refusal = enter('nonna').done;
  await expect(refusal).rejects.toMatchObject({ code: 'too_many_requests', retryAfterSeconds: 10 });
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    expect.objectContaining({ event: 'limit_reached', limit: 'uploads', userId: 'nonna' }),
  ]);
  await enter('grandson').done;
  for (const { answer, done } of waiting) {
    done.catch(() => {});
    answer.close();
  }
});

test('slow senders to a box keep only their own slots', async () => {
  const slots = createUploadSlots(createLogger('silent'));
  const send = (address: string) => {
    const answer = new Answer() as Answer & Response;
    return { answer, done: slots.enterBox('box', address, answer) };
  };
  const slow = [send('203.0.113.1'), send('203.0.113.1')];
  await Promise.all(slow.map(({ done }) => done));
  const third = send('203.0.113.1');
  const entered: string[] = [];
  const waiting = third.done.then(() => entered.push('third'));
  await send('203.0.113.2').done;
  await send('2001:db8::1').done;
  expect(entered).toEqual([]);
  slow[0]?.answer.close();
  await waiting;
  expect(entered).toEqual(['third']);
});

test('a box takes twenty photos at once, from however many senders', async () => {
  const slots = createUploadSlots(createLogger('silent'));
  const send = (address: string) => {
    const answer = new Answer() as Answer & Response;
    return { answer, done: slots.enterBox('box', address, answer) };
  };
  const first = Array.from({ length: 20 }, (_each, index) => send(`203.0.113.${index}`));
  await Promise.all(first.map(({ done }) => done));
  const entered: string[] = [];
  const waiting = send('198.51.100.1').done.then(() => entered.push('waiting'));
  await slots.enterBox('another box', '198.51.100.1', new Answer() as Answer & Response);
  expect(entered).toEqual([]);
  // Leaving releases the sender's slot and the box's.
  if (first[0]) slots.leave(first[0].answer);
  await waiting;
});

test('of several uploads in one batch, one enters and the others are refused at once', async () => {
  const slots = createUploadSlots(createLogger('warn', { write: () => undefined }));
  const batch = new Answer() as unknown as Response;
  const outcomes = await Promise.allSettled([1, 2, 3].map(() => slots.enter('nonna', batch)));
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
  // The owner's next upload does not wait for them.
  await slots.enter('nonna', new Answer() as unknown as Response);
});
