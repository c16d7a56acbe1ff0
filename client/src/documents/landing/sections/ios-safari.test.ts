import { expect, test } from 'vitest';
import { isIosSafari } from './ios-safari.ts';

const chrome = { userAgent: 'Mozilla/5.0 (X11; Linux x64) Chrome/140.0', maxTouchPoints: 0 };
const android = { userAgent: 'Mozilla/5.0 (Linux; Android 16) Chrome/140.0 Mobile', maxTouchPoints: 5 };
const iPhone = {
  userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1',
  maxTouchPoints: 5,
};
const iPad = {
  userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1',
  maxTouchPoints: 5,
};
const mac = { ...iPad, maxTouchPoints: 0 };

test('detects iOS, including an iPad that identifies as a Mac', () => {
  expect([iPhone, iPad].map(isIosSafari)).toEqual([true, true]);
  expect([chrome, android, mac].map(isIosSafari)).toEqual([false, false, false]);
});
