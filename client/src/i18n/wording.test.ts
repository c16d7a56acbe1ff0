import { expect, test } from 'vitest';
import { errorCatalogue } from '#shared/errors.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import { texts } from '#tests/support/texts.ts';

/** All texts of a tree, each with its key. */
const flatten = (part: object, path = ''): string[] =>
  Object.entries(part).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'string' ? [`${path}${name}: ${value}`] : flatten(value as object, `${path}${name}.`),
  );

test('English texts say "cancelled", and never spell it otherwise', () => {
  const all = flatten({ pages: texts.en, server: serverTexts.en, errors: errorCatalogue });
  const said = all.map((line) => line.slice(line.indexOf(': ')));
  expect(said.filter((text) => /\bcancell(ed|ing)\b/i.test(text)).length).toBeGreaterThan(5);
  expect(said.filter((text) => /\bcancel(ed|ing)\b/i.test(text))).toEqual([]);
});

test.each([
  ['en', /fail/i],
  ['it', /non riuscito|fallito/i],
] as const)(
  '%s: a returned credit is not called a failure, as cancelled videos return theirs',
  (language, failure) => {
    expect(texts[language].history.reasons.refund).not.toMatch(failure);
  },
);
