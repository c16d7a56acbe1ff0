import { readdirSync } from 'node:fs';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';

const isLinux = process.platform === 'linux';

const threads = () => readdirSync('/proc/self/task').map(Number);

/** The priority of a thread; null if the thread has already ended. */
function priorityOf(thread: number): number | null {
  try {
    return getPriority(thread);
  } catch {
    return null;
  }
}

test.skipIf(!isLinux)('rendering runs at a lower priority than the web server (only on Linux)', async () => {
  const own = getPriority(process.pid);
  const before = new Set(threads());
  const worker = new Worker(new URL('./render-worker.ts', import.meta.url));
  const started = () => threads().filter((thread) => !before.has(thread));
  await expect.poll(() => started().map(priorityOf)).toContain(Math.max(5, own));
  expect(getPriority(process.pid)).toBe(own);
  await worker.terminate();
});
