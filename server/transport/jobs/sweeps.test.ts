import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { catalogue } from '#server/catalogue.ts';

test('for each schedule it is written down what may happen meanwhile, and what protects it', () => {
  const decision = path.resolve(import.meta.dirname, '../../../docs/decisions/166-maintenance.md');
  const rows = readFileSync(decision, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) =>
      [...(line.split(' | ')[0] ?? '').matchAll(/`([\w-]+)`/g)].map(([, name = '']) => name),
    );
  expect(rows.toSorted()).toEqual(catalogue.schedules.map(({ name }) => name).toSorted());
});
