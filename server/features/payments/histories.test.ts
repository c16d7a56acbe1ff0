import { afterAll, beforeAll, expect, test } from 'vitest';
import { openArena } from '#tests/chaos/arena.ts';
import { runLedgerHistories } from '#tests/chaos/ledger-histories.ts';
import { seed } from '#tests/support/seed.ts';

let arena: Awaited<ReturnType<typeof openArena>>;
beforeAll(async () => {
  arena = await openArena();
});
afterAll(() => arena.close());

// A different 60 for each tree; `npm run chaos -- ledger` runs 10,000.
test('60 random histories of purchases, spends, failures, refunds, disputes and crashes leave a consistent ledger', async () => {
  // fast-check reports the seed of a failure.
  await expect(runLedgerHistories(arena, { seed, runs: 60 })).resolves.toBeUndefined();
});
