import { expect, test } from 'vitest';
import { keepSentLink, readSentLinks } from './sent-links.ts';

/** A fake of the browser's storage. */
function storage(before: string | null = null) {
  let kept = before;
  return {
    getItem: () => kept,
    setItem(_key: string, value: string) {
      kept = value;
    },
  };
}

test('sent photos are remembered, the newest first', () => {
  const browser = storage();
  const first = { secret: 'a', sentAt: '2026-11-22T10:00:00Z' };
  const second = { secret: 'b', sentAt: '2026-11-22T11:00:00Z' };
  keepSentLink(browser, 'box', first);
  expect(keepSentLink(browser, 'box', second)).toEqual([second, first]);
  expect(readSentLinks(browser, 'box')).toEqual([second, first]);
});

test.each([[null], ['{'], ['{}'], ['[1, null, {}]']])('%j is an empty list', (kept) => {
  expect(readSentLinks(storage(kept), 'box')).toEqual([]);
});

test('without storage the photos sent just now are still listed', () => {
  const refusing = {
    getItem: () => null,
    setItem() {
      throw new Error('QuotaExceededError');
    },
  };
  const link = { secret: 'a', sentAt: '2026-11-22T10:00:00Z' };
  expect(keepSentLink(refusing, 'box', link)).toEqual([link]);
});
