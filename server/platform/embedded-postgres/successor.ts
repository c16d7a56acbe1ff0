// node successor.ts DATA_DIR: started by a Memori that has to end at once. Stops the embedded database once that one is
// gone, unless another Memori uses it.
import { setTimeout as delay } from 'node:timers/promises';
import { layoutOf } from './cluster.ts';
import { stopUnlessUsed } from './leave.ts';

const [dataDir = ''] = process.argv.slice(2);
/** A server that was just being started may take so long to say that it is there. */
const startMilliseconds = 3_000;

async function stopWhatIsLeft(): Promise<void> {
  await stopUnlessUsed(layoutOf(dataDir));
  await delay(startMilliseconds);
  await stopUnlessUsed(layoutOf(dataDir));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume().once('close', () => void stopWhatIsLeft());
