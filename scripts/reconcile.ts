// npm run reconcile: compares the ledger, cached balances, purchases and the payment provider. Prints each difference;
// exit status 1 if there is one, 2 if the comparison failed.
import { openForReconciling } from '#server/composition/deps.ts';
import { loadEnv } from '#server/config/env.ts';
import { differences } from '#server/features/payments/reconciling/reconcile.ts';
import { createLogger } from '#server/platform/logging/logger.ts';

async function main(): Promise<number> {
  const env = loadEnv();
  const deps = await openForReconciling(env, createLogger('silent'));
  try {
    let count = 0;
    for await (const difference of differences(deps)) {
      console.log(difference);
      count += 1;
    }
    console.log(
      count === 0 ? 'Everything matches.' : `${count} ${count === 1 ? 'difference' : 'differences'}.`,
    );
    return count === 0 ? 0 : 1;
  } finally {
    await deps.close();
  }
}

process.exitCode = await main().catch((error: unknown) => {
  console.error(`Nothing was compared: ${error instanceof Error ? error.message : String(error)}`);
  return 2;
});
