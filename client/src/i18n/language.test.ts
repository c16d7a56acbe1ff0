import { expect, test } from 'vitest';
import { languageCookieText, languageFromPath } from '#shared/languages.ts';
import { chooseLanguage, inLanguage, languageFromBrowser } from './language.ts';

test('only the first segment of a path names a language', () => {
  expect(languageFromPath('/it/create')).toBe('it');
  expect(languageFromPath('/en')).toBe('en');
  for (const path of ['/', '/italy', '/create/it', '/fr', '']) expect(languageFromPath(path)).toBeNull();
});

test('browsers in any Italian get Italian, all others English', () => {
  expect(['it', 'it-IT', 'IT-ch'].map(languageFromBrowser)).toEqual(['it', 'it', 'it']);
  expect(['en-GB', 'de', undefined].map(languageFromBrowser)).toEqual(['en', 'en', 'en']);
});

test('the path takes precedence over the stored choice, and that over the browser', () => {
  expect(chooseLanguage({ pathname: '/en/create', stored: 'it', browser: 'it' })).toBe('en');
  expect(chooseLanguage({ pathname: '/create', stored: 'it', browser: 'en' })).toBe('it');
  expect(chooseLanguage({ pathname: '/create', stored: 'fr', browser: 'it-IT' })).toBe('it');
  expect(chooseLanguage({ pathname: '/create', stored: null, browser: 'en-US' })).toBe('en');
});

test('changing the language keeps the rest of the path, the query and the fragment', () => {
  expect(inLanguage('it', { pathname: '/en/checkout', search: '?package=legacy', hash: '#top' })).toBe(
    '/it/checkout?package=legacy#top',
  );
  expect(inLanguage('en', { pathname: '/it' })).toBe('/en');
  expect(inLanguage('it', { pathname: '/create', search: '?session_id=1' })).toBe('/it/create?session_id=1');
  expect(inLanguage('it', { pathname: '/' })).toBe('/it');
  expect(inLanguage('en', { pathname: '/italy/rome' })).toBe('/en/italy/rome');
});

test('over HTTPS the language cookie has the __Host- prefix and is secure', () => {
  expect(languageCookieText('it', 'http:')).toBe(
    'memori_language=it; Path=/; Max-Age=34560000; SameSite=Lax',
  );
  expect(languageCookieText('it', 'https:')).toBe(
    '__Host-memori_language=it; Path=/; Max-Age=34560000; SameSite=Lax; Secure',
  );
});
