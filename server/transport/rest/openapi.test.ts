import { createConfig, lintFromString } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';
import { operations } from './operations.ts';

const document = openApiDocument('https://memori.example', 'session');

test('the linter finds no problems in the document', async () => {
  const config = await createConfig({
    extends: ['recommended-strict'],
    // The product's name, address and terms are the operator's.
    rules: { 'no-server-example.com': 'off' },
  });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual(
    [],
  );
});

test('every JSON request and response has an example', () => {
  const bare = operations.flatMap(({ id, body, response }) => [
    ...(body?.type === 'application/json' && !body.example ? [`what ${id} is sent`] : []),
    ...(response.type === 'application/json' && !response.example ? [`what ${id} answers`] : []),
  ]);
  expect(bare).toEqual([]);
});

test('every operation has a unique id', () => {
  const ids = operations.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !/^[a-z][A-Za-z]+$/.test(id))).toEqual([]);
});
