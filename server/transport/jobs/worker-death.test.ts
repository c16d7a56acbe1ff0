import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noticeDeath } from '#tests/support/dead-worker.ts';
import { spawnMemori } from '#tests/support/memori-process.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';

let web: TestServer;
let workers: ChildProcess[];

beforeEach(async () => {
  web = await startTestServer({ jobs: false });
  workers = [];
});
afterEach(async () => {
  for (const worker of workers) {
    if (worker.exitCode !== null || worker.signalCode !== null) continue;
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
  await web.close();
});

/** A ready worker in its own process, on the web server's database and data folder. */
async function startWorker(): Promise<ChildProcess> {
  const { child, ready } = spawnMemori(web.dataDir, {
    ROLE: 'worker',
    DATABASE_URL: web.deps.env.DATABASE_URL ?? '',
    DATA_DIR: web.dataDir,
  });
  workers.push(child);
  await ready;
  return child;
}

async function requestVideo(visitor: Visitor): Promise<string> {
  return ((await (await visitor.generate(await portrait())).json()) as { taskId: string }).taskId;
}

async function expectOneGoodEnd(visitor: Visitor, taskId: string): Promise<void> {
  expect((await followTask(web, visitor.userId, taskId)).at(-1)?.status).toBe('Success');
  const entries = await web.deps.db.creditEntry.findMany({ where: { userId: visitor.userId } });
  expect(entries.map(({ reason }) => reason)).toEqual(['signup', 'generation']);
  expect(await web.deps.storage.list(`tasks/${taskId}`)).toHaveLength(2);
  await expect.poll(() => readdir(web.deps.workRoot)).toEqual([]);
}

test('after a worker is killed mid-job, another one completes the task once and cleans up', async () => {
  const visitor = await newVisitor(web.url);
  const taskId = await requestVideo(visitor);
  const first = await startWorker();
  await followTask(web, visitor.userId, taskId, ({ progress }) => progress > 0);
  first.kill('SIGKILL');
  await once(first, 'exit');
  await noticeDeath(web, 'generate-video');
  await startWorker();
  await expectOneGoodEnd(visitor, taskId);
});

test('a worker that receives SIGTERM finishes its job and exits with 0', async () => {
  const visitor = await newVisitor(web.url);
  const taskId = await requestVideo(visitor);
  const worker = await startWorker();
  // Late in the run: shutdown waits only for a limited time, and the rest must fit into it on the busiest machine.
  await followTask(web, visitor.userId, taskId, ({ progress }) => progress >= 60);
  worker.kill('SIGTERM');
  const [code] = (await once(worker, 'exit')) as [number | null];
  expect(code).toBe(0);
  await expectOneGoodEnd(visitor, taskId);
});
