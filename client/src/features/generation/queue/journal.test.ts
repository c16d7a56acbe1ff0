// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { deleteJournal, updateJournal, recordDone, readJournal } from './journal.ts';

test('a journal records sent photos and those that may have arrived, for its own selection only', () => {
  updateJournal('a', () => ({ leaving: [1, 2], known: ['task'] }));
  recordDone('a', 1);
  recordDone('a', 1);
  expect(readJournal('a')).toEqual({ id: 'a', out: [1], leaving: [2], known: ['task'] });
  expect(readJournal('b')).toEqual({ id: 'b', out: [], leaving: [], known: [] });
  deleteJournal('b');
  expect(readJournal('a').out).toEqual([1]);
  deleteJournal('a');
  expect(readJournal('a').out).toEqual([]);
});

test('invalid stored data is an empty journal', () => {
  for (const text of ['{', '[]', '{"id":"a"}']) {
    localStorage.setItem('memori.queue', text);
    expect(readJournal('a')).toEqual({ id: 'a', out: [], leaving: [], known: [] });
  }
});
