import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor } from '#tests/support/visitor.ts';
import { createId } from '#server/platform/ids.ts';
import { ProviderError, type VideoProvider } from '#server/providers/video/types.ts';
import { startJobs } from './start-jobs.ts';

/** Functions that end each running animation. */
const underWay: (() => void)[] = [];
let most = 0;
/** A hosted provider with room for two. */
const video: VideoProvider = {
  name: 'comfyui',
  usualSeconds: { min: 1, max: 2 },
  keepsPhotos: true,
  atOnce: 2,
  isShared: true,
  isAvailable: () => Promise.resolve(true),
  animate: () =>
    new Promise((_resolve, reject) => {
      underWay.push(() => reject(new ProviderError('permanent', 'enough')));
      most = Math.max(most, underWay.length);
    }),
  close: () => Promise.resolve(),
};

let server: TestServer;
const stopping = new AbortController();
beforeAll(async () => {
  server = await startTestServer({ video });
  // A second set of workers on the same queue, like those of a second process.
  await startJobs(server.deps, stopping.signal);
});
afterAll(async () => {
  stopping.abort();
  await server.close();
});

async function ask(): Promise<() => Promise<unknown>> {
  const visitor = await newVisitor(server.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  return () => followTask(server, visitor.userId, taskId);
}

test('the limit of a shared provider holds across all processes', async () => {
  const ends = [await ask()];
  await expect.poll(() => underWay.length).toBe(1);
  ends.push(await ask());
  await expect.poll(() => underWay.length).toBe(2);
  ends.push(await ask());
  // When a job enqueued later is done, every worker has polled.
  const { queue } = server.deps;
  const data = { taskId: createId() };
  await queue.send('send-mail', data);
  const done = async () => (await queue.findJobs('send-mail', { data }))[0]?.state;
  await expect.poll(done).toBe('completed');
  expect(underWay).toHaveLength(2);
  underWay.shift()?.();
  await ends[0]?.();
  await expect.poll(() => underWay.length).toBe(2);
  for (const end of underWay) end();
  await Promise.all(ends.map((end) => end()));
  expect(most).toBe(2);
});
