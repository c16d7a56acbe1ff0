import { expect, test } from 'vitest';
import { fuzzRest, fuzzTrpc } from '#tests/support/api-fuzz.ts';
import { openFuzzTarget } from '#tests/support/fuzz-target.ts';

// A fixed seed: random ones find more, but fail for people who have changed nothing; `npm run chaos -- api` uses those.
const seed = 20_261_122;

test('generated calls get documented answers, and never a 5xx', async () => {
  const target = await openFuzzTarget();
  try {
    await expect(fuzzRest(target, { seed, runs: 300 })).resolves.toBeUndefined();
    await expect(fuzzTrpc(target, { seed, runs: 100 })).resolves.toBeUndefined();
  } finally {
    await target.close();
  }
});
