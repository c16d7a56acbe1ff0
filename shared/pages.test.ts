import { expect, test } from 'vitest';
import { appPageAt, href, pagesThatAre } from './pages.ts';

test('only the app’s own paths have a screen', () => {
  const paths = ['/en/create', '/it/checkout', '/packages', '/create/', '/en/mail', '/it/account'];
  expect(paths.map(appPageAt)).toEqual(['create', 'checkout', 'packages', 'create', 'mail', 'account']);
  for (const path of [
    '/',
    '/en',
    '/en/nowhere',
    '/fr/create',
    '/create/en',
    '/en/create/x',
    '/mail',
    '/en/video/1',
  ]) {
    expect(appPageAt(path)).toBeNull();
  }
});

test('a link has the language, the page and its parameters', () => {
  expect(href('it', 'landing')).toBe('/it');
  expect(href('en', 'landing', { hash: 'try' })).toBe('/en#try');
  expect(href('en', 'create')).toBe('/en/create');
  expect(href('en', 'checkout', { query: { package: 'legacy' } })).toBe('/en/checkout?package=legacy');
  expect(href('it', 'mail', { query: { token: 'a b&c' } })).toBe('/it/mail?token=a%20b%26c');
  expect(href('it', 'album', { id: 'x1' })).toBe('/it/album/x1');
});

test('only the landing page is indexed by search engines', () => {
  expect(pagesThatAre('indexed')).toEqual(['landing']);
});
