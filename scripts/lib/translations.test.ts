import { expect, test } from 'vitest';
import { compareLanguages, compareWithSources } from './translations.ts';

const en = { home: { title: 'Hello {{name}}', left_one: '{{count}} left', left_other: '{{count}} left' } };

test('matching languages have no problems, even if one has an optional plural form', () => {
  const it = {
    home: { title: 'Ciao {{name}}', left_one: '{{count}}', left_other: '{{count}}', left_many: '{{count}}' },
  };
  expect(compareLanguages({ en, it })).toEqual([]);
});

test('reports a missing key, an empty text, a different placeholder and a missing plural form', () => {
  const it = { home: { title: 'Ciao {{nome}}', left_one: '{{count}}' }, extra: ' ' };
  expect(compareLanguages({ en, it }).toSorted()).toEqual([
    'en: extra is missing, it has it',
    'en: home.title has {name}, it has {nome}',
    'it: extra is empty',
    'it: home.left lacks its form "other"',
    'it: home.title has {nome}, en has {name}',
  ]);
});

test('finds keys used as literals, as plurals and through templates', () => {
  const texts = { ...en, errors: { a: 'A', b: 'B' } };
  const source =
    "t('home.title', { name }); t('home.left', { count }); t(`errors.${code}`); <Trans i18nKey='errors.a' />";
  expect(compareWithSources(texts, [source])).toEqual([]);
});

test('reports unused keys, missing keys and templates without a match', () => {
  const source = "t('home.titel'); t(`home.${kind}.text`); const key = 'home.left';";
  expect(compareWithSources(en, [source])).toEqual([
    'home.title is used nowhere in client/src',
    'home.titel is used and has no text',
    '`home.${kind}.text` is used and matches no text',
  ]);
});
