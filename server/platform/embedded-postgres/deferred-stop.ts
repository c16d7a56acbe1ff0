// node deferred-stop.ts DATA_DIR: started by a process that has to exit immediately. Once that process is gone, stops the
// embedded database unless another process uses it.
import { setTimeout as delay } from 'node:timers/promises';
import { layoutOf } from './cluster.ts';
import { stopUnlessUsed } from './release.ts';

const [dataDir = ''] = process.argv.slice(2);
/** How long a server that is still starting may take to become visible. */
const startMilliseconds = 3_000;

async function stopIfUnused(): Promise<void> {
  await stopUnlessUsed(layoutOf(dataDir));
  await delay(startMilliseconds);
  await stopUnlessUsed(layoutOf(dataDir));
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume().once('close', () => void stopIfUnused());
