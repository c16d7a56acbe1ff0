import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { readEnv, settingNames } from '#server/config/env.ts';

const text = readFileSync(path.resolve(import.meta.dirname, '../.env.example'), 'utf8');
const examples = [...text.matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm)].map(
  ([, name = '', value = '']) => [name, value] as const,
);
/** Settings of compose.yaml and of a command, not of the server. */
const notTheServers = ['POSTGRES_PASSWORD', 'MEMORI_IMAGE', 'MEMORI_TOKEN'];

test('.env.example contains every setting once, and nothing else', () => {
  const names = examples.map(([name]) => name).filter((name) => !notTheServers.includes(name));
  expect(names.toSorted()).toEqual([...settingNames].toSorted());
});

test('the values in .env.example are valid, and all of them are commented out', () => {
  expect(() => readEnv(Object.fromEntries(examples))).not.toThrow();
  expect(text).not.toMatch(/^[^#\n]/m);
});
