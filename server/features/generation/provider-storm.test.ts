import { expect, test } from 'vitest';
import { runProviderStorm } from '../../../tests/chaos/provider-storm.ts';
import { seeded } from '../../../tests/chaos/random.ts';

test('hosted generations with faults by chance end once and right, with their credits', async () => {
  expect(await runProviderStorm(20, seeded(6))).toEqual([]);
}, 300_000);
