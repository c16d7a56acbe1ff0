import { expect, test } from 'vitest';
import { runOptions } from '../run-options.ts';
import { openArena } from '../arena.ts';
import { runLedgerHistories } from '../ledger-histories.ts';
import { createRandom } from '#shared/random.ts';

const { seed, runs } = runOptions(10_000, 200);
const batch = 500;

test(`${runs} random histories of sign-ups, purchases, spending, failures, refunds, disputes and replays`, async () => {
  const random = createRandom(seed);
  for (let done = 0; done < runs; done += batch) {
    const arena = await openArena();
    const part = { seed: Math.floor(random() * 2 ** 31), runs: Math.min(batch, runs - done) };
    await expect(runLedgerHistories(arena, part)).resolves.toBeUndefined();
    await arena.close();
    process.stdout.write(`${done + part.runs} of ${runs} histories\n`);
  }
});
