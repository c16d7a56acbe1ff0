import { expect, test } from 'vitest';
import { readChoice } from './consent.ts';
import { pixelEventsFor } from './pixel-events.ts';
import { withKey } from './sent-keys.ts';

test('events have the names from the specification', () => {
  const names = (['create-viewed', 'registered', 'checkout-opened'] as const).flatMap((type) =>
    pixelEventsFor({ type }).map(({ name }) => name),
  );
  expect(names).toEqual(['ViewContent', 'CompleteRegistration', 'InitiateCheckout']);
});

test('a purchase is valued at the charged amount in euros, and sent once per session', () => {
  expect(pixelEventsFor({ type: 'purchased', sessionId: 'cs_1', amountPaid: 809 })).toEqual([
    { name: 'Purchase', parameters: { currency: 'EUR', value: 8.09 }, onceKey: 'Purchase:cs_1' },
    { name: 'Subscribe', parameters: { currency: 'EUR', value: 8.09 }, onceKey: 'Subscribe:cs_1' },
  ]);
});

test('only a plain yes or no is an answer', () => {
  expect(['granted', 'refused', 'yes', '', null].map(readChoice)).toEqual([
    'granted',
    'refused',
    null,
    null,
    null,
  ]);
});

test('a limited number of sent keys is remembered, the newest ones', () => {
  expect(withKey([], 'a')).toEqual(['a']);
  const many = Array.from({ length: 100 }, (_, index) => `k${index}`);
  const more = withKey(many, 'new');
  expect(more).toHaveLength(100);
  expect(more.at(-1)).toBe('new');
  expect(more).not.toContain('k0');
});
