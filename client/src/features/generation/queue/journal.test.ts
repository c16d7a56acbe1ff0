// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import {
  beginSending,
  deleteJournal,
  readJournal,
  recordDone,
  recordAccepted,
  recordFailure,
  recordPutOff,
  recordUploaded,
} from './journal.ts';

const empty = { out: [], leaving: [], answered: [], pending: {} };

test('a journal records sent photos and those that may have arrived, for its own selection only', () => {
  recordUploaded('a', 1);
  recordUploaded('a', 2);
  recordDone('a', 1);
  recordDone('a', 1);
  expect(readJournal('a')).toEqual({ ...empty, id: 'a', out: [1], leaving: [2] });
  expect(readJournal('b')).toEqual({ ...empty, id: 'b' });
  deleteJournal('b');
  expect(readJournal('a').out).toEqual([1]);
  deleteJournal('a');
  expect(readJournal('a').out).toEqual([]);
});

test('until a photo is answered, its key and what is sent with it stay the same, whatever is chosen', () => {
  const first = beginSending('c', 0, { restore: false });
  expect(first).toEqual({ key: 'c-0-0', body: { restore: false } });
  expect(beginSending('c', 0, { restore: true })).toEqual(first);
  expect(beginSending('c', 1, { restore: true })).toEqual({ key: 'c-1-0', body: { restore: true } });
  deleteJournal('c');
});

test('a photo that has become a task becomes another one if it is sent again', () => {
  beginSending('f', 0, { restore: false });
  recordAccepted('f', 0);
  expect(beginSending('f', 0, { restore: true })).toEqual({ key: 'f-0-1', body: { restore: true } });
  deleteJournal('f');
});

test.each(['insufficient_credits', 'image_broken', 'idempotency_key_reused'] as const)(
  'after %s, which the server repeats for a key, the key is another one, with what is chosen then',
  (code) => {
    beginSending('d', 1, { restore: false });
    recordFailure('d', 1, code);
    expect(beginSending('d', 1, { restore: true })).toEqual({ key: 'd-1-1', body: { restore: true } });
    expect(beginSending('d', 0, { restore: true }).key).toBe('d-0-0');
    deleteJournal('d');
  },
);

test.each([
  ...(['too_many_requests', 'not_signed_in', 'internal_error'] as const),
  ...(['provider_unavailable', 'upload_aborted'] as const),
])('after %s, which the server does not repeat, the key stays the same, with what is chosen then', (code) => {
  beginSending('e', 3, { restore: false });
  recordUploaded('e', 3);
  recordFailure('e', 3, code);
  expect(beginSending('e', 3, { restore: true })).toEqual({ key: 'e-3-0', body: { restore: true } });
  expect(readJournal('e').leaving).toEqual([]);
  deleteJournal('e');
});

test('a photo that is put off is not counted among those that may have arrived, and keeps its key', () => {
  const first = beginSending('g', 1, { restore: false });
  recordUploaded('g', 1);
  recordPutOff('g', 1);
  expect(readJournal('g').leaving).toEqual([]);
  expect(beginSending('g', 1, { restore: true })).toEqual(first);
  deleteJournal('g');
});

test('invalid stored data, and that of an earlier version, is an empty journal', () => {
  for (const text of ['{', '[]', '{"id":"a"}']) {
    localStorage.setItem('memori.queue', text);
    expect(readJournal('a')).toEqual({ ...empty, id: 'a' });
  }
  localStorage.setItem('memori.queue', '{"id":"a","out":[1],"leaving":[2],"known":["task"]}');
  expect(readJournal('a')).toEqual({ ...empty, id: 'a', out: [1], leaving: [2] });
});
