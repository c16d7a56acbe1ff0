import { expect, test } from 'vitest';
import { emitAppEvent, type AppEvent, onAppEvent } from './app-events.ts';

test('the first listener receives earlier events, and no listener receives an event twice', () => {
  emitAppEvent({ type: 'create-viewed' });
  const first: AppEvent[] = [];
  const second: AppEvent[] = [];
  const stop = onAppEvent((event) => first.push(event));
  onAppEvent((event) => second.push(event));
  emitAppEvent({ type: 'registered' });
  stop();
  emitAppEvent({ type: 'checkout-opened' });
  expect(first.map(({ type }) => type)).toEqual(['create-viewed', 'registered']);
  expect(second.map(({ type }) => type)).toEqual(['registered', 'checkout-opened']);
});
