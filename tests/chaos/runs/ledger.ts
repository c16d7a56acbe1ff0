import { expect, inject, test } from 'vitest';
import { openArena } from '../arena.ts';
import { runLedgerHistories } from '../ledger-histories.ts';
import { seeded } from '../random.ts';

const { seed, runs } = inject('chaos');
const batch = 500;

test(`${runs ?? 10_000} histories of sign-up, buy, spend, fail, refund, dispute and replay`, async () => {
  const random = seeded(seed);
  const total = runs ?? 10_000;
  for (let done = 0; done < total; done += batch) {
    const arena = await openArena();
    const part = { seed: Math.floor(random() * 2 ** 31), runs: Math.min(batch, total - done) };
    await expect(runLedgerHistories(arena, part)).resolves.toBeUndefined();
    await arena.close();
    process.stdout.write(`${done + part.runs} of ${total} histories\n`);
  }
});
