import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { access, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { noticeDeath } from '#tests/support/dead-worker.ts';
import { spawnMemori } from '#tests/support/memori-process.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';

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
async function startWorker(settings: Record<string, string> = {}): Promise<ChildProcess> {
  const { child, ready } = spawnMemori(web.dataDir, {
    ROLE: 'worker',
    DATABASE_URL: web.deps.env.DATABASE_URL ?? '',
    DATA_DIR: web.dataDir,
    ...settings,
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

/** An ffmpeg that has made a video when there is the file `held`, and ends once there is the file `go`. */
async function heldFfmpeg(): Promise<{ ffmpeg: string; held: string; go: string }> {
  const { path: usual } = await findFfmpeg();
  const [ffmpeg = '', held = '', go = ''] = ['ffmpeg', 'held', 'go'].map((name) =>
    path.join(web.dataDir, name),
  );
  const lines = [
    '#!/bin/sh',
    `case "$*" in *libx264*) ;; *) exec '${usual}' "$@";; esac`,
    `'${usual}' "$@" || exit`,
    `touch '${held}'`,
    `until [ -e '${go}' ]; do sleep 0.02; done`,
  ];
  await writeFile(ffmpeg, lines.join('\n'), { mode: 0o700 });
  return { ffmpeg, held, go };
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  );

test('a worker that receives SIGTERM finishes its job and exits with 0', async () => {
  const visitor = await newVisitor(web.url);
  const taskId = await requestVideo(visitor);
  const { ffmpeg, held, go } = await heldFfmpeg();
  const worker = await startWorker({ FFMPEG_PATH: ffmpeg, LOG_LEVEL: 'info' });
  let log = '';
  worker.stdout?.on('data', (chunk: Buffer) => (log += String(chunk)));
  // At the very end of the run: shutdown waits only for a limited time, and the rest must fit into it on any machine.
  await expect.poll(() => exists(held)).toBe(true);
  worker.kill('SIGTERM');
  await expect.poll(() => log).toContain('"stopping"');
  expect(await web.deps.db.videoTask.findUnique({ where: { id: taskId } })).toMatchObject({
    status: 'Processing',
  });
  await writeFile(go, '');
  const [code] = (await once(worker, 'exit')) as [number | null];
  expect(code).toBe(0);
  await expectOneGoodEnd(visitor, taskId);
});
