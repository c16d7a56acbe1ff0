// node deferred-stop.ts DATA_DIR: started by a process that has to exit immediately. Once that process is gone, stops the
// embedded database unless another process uses it.
import { setTimeout as delay } from 'node:timers/promises';
import { layoutOf } from './cluster.ts';
import { findPostmaster, hasProcess } from './postmaster-file.ts';
import { stopUnlessUsed } from './release.ts';

const [dataDir = ''] = process.argv.slice(2);
/** How long a server may take to notice that the process which used it has ended. */
const noticeMilliseconds = 3_000;
/** How long a server that is still starting may take to write its file. */
const startMilliseconds = 120_000;

async function stopIfUnused(): Promise<void> {
  const layout = layoutOf(dataDir);
  await stopUnlessUsed(layout);
  await delay(noticeMilliseconds);
  const deadline = Date.now() + startMilliseconds;
  const isStarting = () => !findPostmaster(layout.cluster) && hasProcess(layout.cluster);
  while (isStarting() && Date.now() < deadline) await delay(100);
  await stopUnlessUsed(layout);
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.stdin.resume().once('close', () => void stopIfUnused());
