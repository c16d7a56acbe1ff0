import { expect, test } from 'vitest';
import { announce, type AppEvent, onAppEvent } from './app-events.ts';

test('the first listener receives earlier events, and no listener receives an event twice', () => {
  announce({ type: 'create-viewed' });
  const first: AppEvent[] = [];
  const second: AppEvent[] = [];
  const stop = onAppEvent((event) => first.push(event));
  onAppEvent((event) => second.push(event));
  announce({ type: 'registered' });
  stop();
  announce({ type: 'checkout-opened' });
  expect(first.map(({ type }) => type)).toEqual(['create-viewed', 'registered']);
  expect(second.map(({ type }) => type)).toEqual(['registered', 'checkout-opened']);
});
