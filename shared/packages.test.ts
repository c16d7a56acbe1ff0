import { expect, test } from 'vitest';
import { packageCovering } from './packages.ts';

test('the cheapest package that covers the missing credits, else the largest', () => {
  const found = [1, 5, 6, 15, 16, 30, 31].map((credits) => packageCovering(credits).id);
  expect(found).toEqual(['heritage', 'heritage', 'legacy', 'legacy', 'eternal', 'eternal', 'eternal']);
});
