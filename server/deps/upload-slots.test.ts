import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { expect, test } from 'vitest';
import { createLogger } from '../platform/logger.ts';
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
