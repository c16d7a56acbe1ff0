import { expect, test } from 'vitest';
import { errorCatalogue } from '../../../shared/errors.ts';
import en from './en.json';
import it from './it.json';

type Texts = { [key: string]: string | Texts };

function flatten(texts: Texts, prefix = ''): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [[prefix + key, value] as const] : [...flatten(value, `${prefix}${key}.`)],
  );
  return new Map(entries);
}

const english = flatten(en);
const italian = flatten(it);

test('both languages have the same keys', () => {
  expect([...italian.keys()].toSorted()).toEqual([...english.keys()].toSorted());
});

test.each([...english.keys()])('%s has the same placeholders in both languages and is not empty', (key) => {
  const placeholders = (text = '') => (text.match(/{{\w+}}/g) ?? []).toSorted();
  expect(english.get(key)).toBeTruthy();
  expect(italian.get(key)).toBeTruthy();
  expect(placeholders(italian.get(key))).toEqual(placeholders(english.get(key)));
});

test('English errors read as the server says them', () => {
  const texts = Object.fromEntries(Object.entries(errorCatalogue).map(([code, { text }]) => [code, text]));
  expect(en.errors).toEqual(texts);
});
