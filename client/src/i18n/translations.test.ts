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

test('no text is empty', () => {
  const empty = (texts: Map<string, string>) =>
    [...texts].filter(([, text]) => text === '').map(([key]) => key);
  expect({ en: empty(english), it: empty(italian) }).toEqual({ en: [], it: [] });
});

test('each text has the same placeholders in both languages', () => {
  const placeholders = (texts: Map<string, string>) =>
    Object.fromEntries([...texts].map(([key, text]) => [key, (text.match(/{{\w+}}/g) ?? []).toSorted()]));
  expect(placeholders(italian)).toEqual(placeholders(english));
});

test('English errors read as the server says them', () => {
  const texts = Object.fromEntries(Object.entries(errorCatalogue).map(([code, { text }]) => [code, text]));
  expect(en.errors).toEqual(texts);
});
