import { expect, test } from 'vitest';
import { runHostedKills } from '../../tests/chaos/hosted-kills.ts';

test('hosted videos whose workers are killed end once, charged once, created at most twice', async () => {
  const faults = await runHostedKills([
    // Taken by the provider, and not yet written down here.
    { at: 'taken', nth: 1, after: 0, times: 1 },
    { at: 'query', nth: 3, after: 0, times: 1 },
    { at: 'downloaded', nth: 1, after: 100, times: 1 },
  ]);
  expect(faults).toEqual([]);
}, 300_000);
