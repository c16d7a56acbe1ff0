import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createBarrier } from '#tests/support/barrier.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { ProviderError, type VideoProvider } from '#server/providers/video/types.ts';
import { startJobs } from '#server/transport/jobs/start-jobs.ts';
import { failAbandoned, removeOrphans } from '#server/features/job-lifecycle/sweep-jobs.ts';
import { runGeneration } from './run-generation.ts';
import { failOverdueTasks } from './overdue.ts';
import { readUsualSeconds } from './usual-time.ts';
import { failTask, videoJob } from './video-job.ts';

type Animate = VideoProvider['animate'];

/** A fake provider in place of a hosted service; each test sets its behaviour. */
let behaviour: Animate;
const video: VideoProvider = {
  name: 'local',
  usualSeconds: { min: 1, max: 2 },
  keepsPhotos: true,
  atOnce: 2,
  isShared: false,
  isAvailable: () => Promise.resolve(true),
  animate: (request) => behaviour(request),
  close: () => Promise.resolve(),
};

const animate: Animate = async ({ workDir, photoPath, options, onProgress }) => {
  onProgress({ stage: 'generating', progress: 0.5 });
  const photo = await readFile(photoPath);
  const make = async (name: string) => {
    await writeFile(path.join(workDir, name), photo);
    return path.join(workDir, name);
  };
  return {
    clean: await make('clean.mp4'),
    watermarked: await make('watermarked.mp4'),
    posterClean: await make('clean.jpg'),
    posterWatermarked: await make('watermarked.jpg'),
    width: 768,
    height: 960,
    frames: 150,
    maker: { name: 'local', version: '0.1.0', model: null },
    steps: ['animated'],
    source: null,
    movement: options.motion === 'auto' ? 'arc' : options.motion,
  };
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ video });
});
afterAll(() => server.close());

/** A new visitor's task, run by the server's own worker with `behaviour`. */
async function start(visitor: Visitor): Promise<string> {
  const response = await visitor.generate(await portrait());
  return ((await response.json()) as { taskId: string }).taskId;
}

const entries = (userId: string) =>
  server.deps.db.creditEntry.findMany({
    where: { userId },
    orderBy: { id: 'asc' },
    select: { reason: true, delta: true },
  });
const spent = [
  { reason: 'signup', delta: 1 },
  { reason: 'generation', delta: -1 },
];
const refunded = [...spent, { reason: 'refund', delta: 1 }];

test('a permanent failure of the provider fails the task, with the credit refunded once', async () => {
  behaviour = () => Promise.reject(new ProviderError('permanent', 'no'));
  const visitor = await newVisitor(server.url);
  const taskId = await start(visitor);
  expect((await followTask(server, visitor.userId, taskId)).at(-1)).toMatchObject({
    status: 'Fail',
    code: 'generation_failed',
    error: 'Video generation failed. Please try again.',
  });
  expect(await failTask(server.deps, taskId, 'generation_failed')).toBe(false);
  expect(await entries(visitor.userId)).toEqual(refunded);
  expect((await visitor.get(`/api/video/download/${taskId}`)).status).toBe(422);
  expect((await fetch(`${server.url}/api/public/video/${taskId}`)).status).toBe(404);
});

test('the queue retries after a transient failure of the provider, and the credit is spent once', async () => {
  let tries = 0;
  behaviour = (request) => {
    tries += 1;
    return tries === 1 ? Promise.reject(new ProviderError('transient', 'busy')) : animate(request);
  };
  const visitor = await newVisitor(server.url);
  const taskId = await start(visitor);
  expect((await followTask(server, visitor.userId, taskId)).at(-1)?.status).toBe('Success');
  expect(tries).toBe(2);
  expect(await entries(visitor.userId)).toEqual(spent);
});

test('two concurrent runs of one task take effect once and leave one set of files', async () => {
  const both = createBarrier(2);
  behaviour = async (request) => {
    await both.wait();
    return animate(request);
  };
  const visitor = await newVisitor(server.url);
  const taskId = await start(visitor);
  await followTask(server, visitor.userId, taskId, ({ status }) => status === 'Processing');
  await runGeneration(
    { ...server.deps, workRoot: server.deps.uploadDir },
    taskId,
    new AbortController().signal,
  );
  expect((await followTask(server, visitor.userId, taskId)).at(-1)?.status).toBe('Success');
  await expect.poll(() => server.deps.storage.list(`tasks/${taskId}`)).toHaveLength(2);
  const { renditionPrefix } = await server.deps.db.videoTask.findUniqueOrThrow({ where: { id: taskId } });
  expect(await server.deps.storage.list(renditionPrefix ?? '')).toHaveLength(4);
  expect(await entries(visitor.userId)).toEqual(spent);
});

test('a run stops at once if its task has ended, and its job counts as completed', async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  behaviour = async ({ signal }) => {
    begun.resolve(signal);
    await once(signal, 'abort');
    throw signal.reason;
  };
  const visitor = await newVisitor(server.url);
  const taskId = await start(visitor);
  const signal = await begun.promise;
  await failTask(server.deps, taskId, 'generation_failed');
  if (!signal.aborted) await once(signal, 'abort');
  expect(signal.reason).toEqual(new Error('the task has ended'));
  const jobs = () => server.deps.queue.findJobs('generate-video', { data: { taskId } });
  await expect
    .poll(async () => (await jobs()).map(({ state, retryCount }) => [state, retryCount]))
    .toEqual([['completed', 0]]);
  expect(await entries(visitor.userId)).toEqual(refunded);
});

test('a run after the end changes nothing', async () => {
  behaviour = animate;
  const visitor = await newVisitor(server.url);
  const taskId = await start(visitor);
  await followTask(server, visitor.userId, taskId);
  const before = await server.deps.storage.list(`tasks/${taskId}`);
  await runGeneration(server.deps, taskId, new AbortController().signal);
  expect(await server.deps.storage.list(`tasks/${taskId}`)).toEqual(before);
  expect(await failTask(server.deps, taskId, 'generation_failed')).toBe(false);
  expect(await entries(visitor.userId)).toEqual(spent);
});

test('no work folder outlives its run', async () => {
  await expect.poll(() => readdir(server.deps.workRoot)).toEqual([]);
});

test('a job that failed for good fails its task with a refund, and its work folders are removed', async () => {
  const idle = await startTestServer({ video, jobs: false });
  try {
    const visitor = await newVisitor(idle.url);
    const taskId = await start(visitor);
    await mkdir(path.join(idle.deps.workRoot, `run-${taskId}-dead`));
    await idle.deps.queue.send('generate-video-dead', { taskId });
    await idle.deps.queue.deleteAllJobs('generate-video');
    await startJobs(idle.deps, new AbortController().signal);
    expect((await followTask(idle, visitor.userId, taskId)).at(-1)).toMatchObject({
      status: 'Fail',
      code: 'generation_failed',
    });
    await expect.poll(() => readdir(idle.deps.workRoot)).toEqual([]);
    expect(await visitor.credits()).toBe(1);
  } finally {
    await idle.close();
  }
});

test('a task whose job has vanished is failed with a refund', async () => {
  const idle = await startTestServer({ video, jobs: false });
  try {
    const visitor = await newVisitor(idle.url);
    const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
    const longAgo = new Date(Date.now() - 3_600_000);
    await idle.deps.db.videoTask.update({ where: { id: taskId }, data: { createdAt: longAgo } });
    expect(await failAbandoned(videoJob, idle.deps)).toBe(0);
    // Random job ids, as an earlier release assigned them.
    await idle.deps.pool.query('UPDATE pgboss.job SET id = gen_random_uuid()');
    expect(await failAbandoned(videoJob, idle.deps)).toBe(0);
    await idle.deps.queue.deleteAllJobs('generate-video');
    expect(await failAbandoned(videoJob, idle.deps)).toBe(1);
    expect(await failAbandoned(videoJob, idle.deps)).toBe(0);
    expect(await visitor.credits()).toBe(1);
  } finally {
    await idle.close();
  }
});

test('a video that takes too long is failed at its deadline, with a refund', async () => {
  behaviour = async ({ signal }) => {
    await once(signal, 'abort');
    throw signal.reason;
  };
  const hasty = await startTestServer({ video, settings: { VIDEO_DEADLINE: '1s' } });
  try {
    const visitor = await newVisitor(hasty.url);
    const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
    expect((await followTask(hasty, visitor.userId, taskId)).at(-1)).toMatchObject({
      status: 'Fail',
      code: 'generation_timed_out',
    });
    expect(await visitor.credits()).toBe(1);
  } finally {
    await hasty.close();
  }
});

test('the sweep fails a task past its deadline if its run is gone', async () => {
  const idle = await startTestServer({ video, jobs: false });
  try {
    const visitor = await newVisitor(idle.url);
    const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
    const takenUp = (secondsAgo: number) =>
      idle.deps.db.videoTask.update({
        where: { id: taskId },
        data: { status: 'Processing', startedAt: new Date(Date.now() - secondsAgo * 1000) },
      });
    await takenUp(idle.deps.env.VIDEO_DEADLINE);
    expect(await failOverdueTasks(idle.deps)).toBe(0);
    await takenUp(idle.deps.env.VIDEO_DEADLINE + 120);
    expect(await failOverdueTasks(idle.deps)).toBe(1);
    expect(await failOverdueTasks(idle.deps)).toBe(0);
    expect(await visitor.credits()).toBe(1);
  } finally {
    await idle.close();
  }
});

test('the usual time is derived from the latest videos, once there are ten', async () => {
  const idle = await startTestServer({ video, jobs: false });
  const { db } = idle.deps;
  const { userId } = await newVisitor(idle.url);
  const now = Date.now();
  const add = (seconds: number) =>
    db.videoTask.create({
      data: {
        ...{
          id: `took-${seconds}`,
          userId,
          provider: 'local',
          prompt: '',
          originalFilename: 'a',
          photoKey: 'a',
        },
        ...{
          status: 'Success',
          progress: 1,
          renditionPrefix: 'a',
          createdAt: new Date(now - seconds * 1000),
          finishedAt: new Date(now),
        },
      },
    });
  for (let seconds = 100; seconds < 109; seconds += 1) await add(seconds);
  expect(await readUsualSeconds(idle.deps)).toEqual(video.usualSeconds);
  await add(900);
  // From the 10th to the 90th percentile.
  expect(await readUsualSeconds(idle.deps)).toEqual({ min: 101, max: 108 });
  await idle.close();
});

test('removes files that belong to no task, and keeps those of tasks', async () => {
  behaviour = animate;
  const visitor = await newVisitor(server.url);
  const taskId = await start(visitor);
  await followTask(server, visitor.userId, taskId);
  await server.deps.storage.putBytes(`tasks/${taskId}/lost-run/clean.mp4`, new Uint8Array([1]));
  await server.deps.storage.putBytes('tasks/nobody/run/clean.mp4', new Uint8Array([1]));
  const later = () => removeOrphans(videoJob, server.deps, Date.now() + 2 * 3_600_000);
  expect(await removeOrphans(videoJob, server.deps)).toBe(1);
  expect(await later()).toBe(1);
  expect(await later()).toBe(0);
  expect(await server.deps.storage.list(`tasks/${taskId}`)).toHaveLength(2);
  expect((await fetch(`${server.url}/api/public/video/${taskId}`)).status).toBe(200);
});
