import { expect, test } from 'vitest';
import { startsByItself } from './starts-by-itself.ts';

const mouse = () => ({ matches: true });
const finger = () => ({ matches: false });

const chrome = { userAgent: 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0', maxTouchPoints: 0 };
const iPhone = {
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
  maxTouchPoints: 5,
};
const iPad = {
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1',
  maxTouchPoints: 5,
};
const mac = { ...iPad, maxTouchPoints: 0 };

test('a desktop starts the film, Safari on a Mac included', () => {
  expect([chrome, mac].map((device) => startsByItself(device, mouse))).toEqual([true, true]);
});

test('phones and everything on iOS wait for a tap, an iPad with a trackpad too', () => {
  expect(startsByItself(chrome, finger)).toBe(false);
  expect([iPhone, iPad].map((device) => startsByItself(device, mouse))).toEqual([false, false]);
});
