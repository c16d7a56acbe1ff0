import fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { seed } from '#tests/support/seed.ts';
import { seedOf, treeSeed } from './tree-seed.ts';

afterEach(() => vi.unstubAllEnvs());

test('the seed is the one that was asked for', () => {
  vi.stubEnv('MEMORI_TEST_SEED', '42');
  expect(treeSeed()).toBe(42);
});

test.each(['0', '-1', '1.5', '2147483648', 'x'])('a seed of %s is refused', (asked) => {
  vi.stubEnv('MEMORI_TEST_SEED', asked);
  expect(() => treeSeed()).toThrow(`MEMORI_TEST_SEED is ${asked}`);
});

test('without one it is that of the tree, however often it is asked for', () => {
  vi.stubEnv('MEMORI_TEST_SEED', undefined);
  const found = treeSeed();
  expect(found).toBeGreaterThanOrEqual(1);
  expect(found).toBeLessThan(2 ** 31);
  expect(treeSeed()).toBe(found);
});

test('another tree has another seed', () => {
  expect([seedOf('one'), seedOf('two'), seedOf('one')]).toEqual([
    1_989_329_838, 1_069_862_143, 1_989_329_838,
  ]);
});

test('random tests draw from the seed of the run', () => {
  const { failed, seed: drawn } = fc.check(fc.property(fc.nat(), () => true));
  expect([failed, drawn]).toEqual([false, seed]);
  const [first] = fc.sample(fc.double(), 1);
  expect(fc.sample(fc.double(), 1)).toEqual([first]);
});
