// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { closeJournal, note, noteOut, readJournal } from './journal.ts';

test('a journal says what is out and what may have arrived, for its own choice alone', () => {
  note('a', () => ({ leaving: [1, 2], known: ['task'] }));
  noteOut('a', 1);
  noteOut('a', 1);
  expect(readJournal('a')).toEqual({ id: 'a', out: [1], leaving: [2], known: ['task'] });
  expect(readJournal('b')).toEqual({ id: 'b', out: [], leaving: [], known: [] });
  closeJournal('b');
  expect(readJournal('a').out).toEqual([1]);
  closeJournal('a');
  expect(readJournal('a').out).toEqual([]);
});

test('what somebody else has written there is no journal', () => {
  for (const text of ['{', '[]', '{"id":"a"}']) {
    localStorage.setItem('memori.queue', text);
    expect(readJournal('a')).toEqual({ id: 'a', out: [], leaving: [], known: [] });
  }
});
