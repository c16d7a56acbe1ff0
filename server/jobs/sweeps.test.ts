import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** The functions that the handler of this queue awaits. */
function stepsOf(queue: string): string[] {
  const registry = read('server/jobs/registry.ts');
  const start = registry.indexOf(`'${queue}', inBackground, async () => {`);
  const body = registry.slice(start, registry.indexOf('\n  });', start));
  return [...body.matchAll(/await (?:\w+\.)*(\w+)\(/g)].map(([, name = '']) => name);
}

test('for each step of a sweep it is written down what may happen meanwhile, and what protects it', () => {
  const steps = ['sweep', 'housekeeping', 'payment-sweep'].flatMap(stepsOf);
  expect(steps.length).toBeGreaterThan(20);
  const rows = read('docs/decisions/166-sweeps-look-again.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
  expect([...new Set(steps)].toSorted()).toEqual(rows.toSorted());
});
