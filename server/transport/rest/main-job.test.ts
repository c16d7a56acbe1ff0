import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import type { VideoTask } from '#shared/schemas/video.ts';
import { halfSize } from '#tests/support/animation.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import type { AppRouter } from '../trpc/router.ts';

let server: TestServer;
/** Makes half-size videos: for tests that only look at what happens until they are there. */
let small: TestServer;
/** Accepts photos without animating them: for tests that do not depend on the video. */
let front: TestServer;
beforeAll(async () => {
  server = await startTestServer();
  small = await startTestServer({ wrapVideo: halfSize });
  front = await startTestServer({ jobs: false });
});
afterAll(async () => {
  await server.close();
  await small.close();
  await front.close();
});

async function accepted(response: Response): Promise<string> {
  expect(response.status).toBe(202);
  const body = (await response.json()) as { taskId: string; status: string };
  expect(body).toMatchObject({ taskId: expect.stringMatching(/^[a-z2-7]{32}$/), status: 'Queued' });
  return body.taskId;
}

const started = async (visitor: Visitor) => accepted(await visitor.generate(await portrait()));

test('a photo becomes a video that its owner can find, play and download', async () => {
  const visitor = await newVisitor(server.url);
  expect(await visitor.credits()).toBe(1);
  const response = await visitor.generate(await portrait(), { filename: '../Nonna così 👵.jpg' });
  const taskId = await accepted(response);
  expect(await visitor.credits()).toBe(0);

  const updates = await followTask(server, visitor.userId, taskId);
  const bars = updates.map(({ progress }) => progress);
  expect(bars).toEqual(bars.toSorted((a, b) => a - b));
  expect(bars.every((bar) => Number.isInteger(bar) && bar >= 0 && bar <= 100)).toBe(true);
  expect(updates.at(-1)).toMatchObject({ status: 'Success', progress: 100 });
  expect(updates.length).toBeGreaterThan(3);
  expect(await (await visitor.get(`/api/video/status/${taskId}`)).json()).toMatchObject({
    taskId,
    status: 'Success',
  });

  const tasks = (await (await visitor.get('/api/video/tasks')).json()) as VideoTask[];
  expect(tasks).toHaveLength(1);
  expect(tasks[0]).toMatchObject({
    id: taskId,
    taskId,
    status: 'Success',
    originalFilename: 'Nonna così 👵.jpg',
    width: 768,
    height: 960,
  });
  expect(new Date(tasks[0]?.createdAt ?? '').getTime()).toBeGreaterThan(Date.now() - 120_000);

  const { downloadUrl } = (await (await visitor.get(`/api/video/download/${taskId}`)).json()) as {
    downloadUrl: string;
  };
  const film = await fetch(downloadUrl);
  expect(film.status).toBe(200);
  expect(film.headers.get('content-disposition')).toBe(`attachment; filename=memori-video-${taskId}.mp4`);
  expect(
    Buffer.from(await film.arrayBuffer())
      .subarray(4, 8)
      .toString(),
  ).toBe('ftyp');

  const played = await fetch(`${server.url}/api/public/video/${taskId}`, {
    headers: { range: 'bytes=0-99' },
  });
  expect(played.status).toBe(206);
  expect(tasks[0]).toMatchObject({
    progress: 100,
    downloadUrl: `${server.url}/api/public/video/${taskId}?download=1`,
    thumbnailUrl: `${server.url}/api/public/video/${taskId}/poster.jpg`,
  });
  const poster = await fetch(tasks[0]?.thumbnailUrl ?? '');
  expect(await sharp(Buffer.from(await poster.arrayBuffer())).metadata()).toMatchObject({
    width: 768,
    height: 960,
  });
});

test('other users can’t tell whether a task exists, and anonymous callers get 401', async () => {
  const owner = await newVisitor(front.url);
  const other = await newVisitor(front.url);
  const taskId = await started(owner);
  const unknown = 'a'.repeat(32);
  for (const path of ['/api/video/status/', '/api/video/download/']) {
    const foreign = await other.get(path + taskId);
    const missing = await other.get(path + unknown);
    expect([foreign.status, await foreign.json()]).toEqual([missing.status, await missing.json()]);
    expect(foreign.status).toBe(404);
    expect((await other.get(`${path}not-an-id`)).status).toBe(404);
    expect((await fetch(front.url + path + taskId)).status).toBe(401);
  }
  expect(await (await other.get('/api/video/tasks')).json()).toEqual([]);
  expect((await fetch(`${front.url}/api/video/tasks`)).status).toBe(401);
});

test('without credits the answer is 402 with the specified body, and nothing is stored', async () => {
  const visitor = await newVisitor(front.url);
  const taskId = await started(visitor);
  const refused = await visitor.generate(await portrait());
  expect(refused.status).toBe(402);
  expect(await refused.json()).toEqual({
    requiresPayment: true,
    error: 'Insufficient credits',
    code: 'insufficient_credits',
    doc: `${front.url}/api/docs#insufficient_credits`,
  });
  const tasks = (await (await visitor.get('/api/video/tasks')).json()) as VideoTask[];
  expect(tasks.map((task) => task.taskId)).toEqual([taskId]);
});

test('one of many concurrent requests on one credit is accepted, and the others leave nothing', async () => {
  const visitor = await newVisitor(front.url);
  const photo = await portrait();
  const before = await front.deps.storage.list('tasks');
  const answers = await Promise.all(Array.from({ length: 8 }, () => visitor.generate(photo)));
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    202,
    ...Array<number>(7).fill(402),
  ]);
  const bodies = await Promise.all(answers.map((answer) => answer.json() as Promise<{ taskId?: string }>));
  const taskId = bodies.find((body) => body.taskId)?.taskId ?? '';
  expect(await visitor.credits()).toBe(0);
  expect(new Set(await front.deps.storage.list('tasks'))).toEqual(new Set([...before, `tasks/${taskId}`]));
});

test.each([
  [{ duration: '10' }, 'invalid_duration'],
  [{ resolution: '1080P' }, 'invalid_resolution'],
  [{ prompt: 'x'.repeat(2001) }, 'prompt_too_long'],
])('an invalid field costs nothing: %#', async (fields, code) => {
  const visitor = await newVisitor(front.url);
  const response = await visitor.generate(await portrait(), { fields });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code });
  expect(await visitor.credits()).toBe(1);
});

test('pages of tasks are newest first, without gaps or overlaps at the cursor', async () => {
  const visitor = await newVisitor(front.url);
  const made = await front.deps.db.videoTask.createManyAndReturn({
    data: Array.from({ length: 5 }, (_, index) => ({
      id:
        String.fromCharCode(97 + index).repeat(31) + visitor.userId.replaceAll(/[^a-z2-7]/g, 'a').slice(0, 1),
      userId: visitor.userId,
      provider: 'local',
      prompt: '',
      originalFilename: `${index}.jpg`,
      photoKey: 'none',
      status: 'Fail',
      errorCode: 'generation_failed',
      finishedAt: new Date(),
      createdAt: new Date(Date.now() + index),
    })),
  });
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const response: Response = await visitor.get(
      `/api/video/tasks?limit=2${cursor ? `&cursor=${cursor}` : ''}`,
    );
    seen.push(...((await response.json()) as VideoTask[]).map((task) => task.taskId));
    cursor = response.headers.get('x-next-cursor');
  } while (cursor);
  expect(seen).toEqual(made.map(({ id }) => id).reverse());
  expect((await visitor.get('/api/video/tasks?limit=0')).status).toBe(400);
  const stranger = await started(await newVisitor(front.url));
  for (const cursor of ['z'.repeat(32), 'z', '', '../x', stranger]) {
    const refused = await visitor.get(`/api/video/tasks?cursor=${cursor}`);
    expect([refused.status, await refused.json()]).toMatchObject([
      400,
      { error: 'Invalid request', code: 'invalid_request' },
    ]);
  }
});

test('the typed client has a photo fetched, receives every step and ends with Success', async () => {
  const visitor = await newVisitor(small.url);
  const photo = await portrait();
  const elsewhere = createServer((_req, res) => void res.end(photo)).listen(0, '127.0.0.1');
  onTestFinished(() => void elsewhere.close());
  await once(elsewhere, 'listening');
  const imageUrl = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}/typed.jpg`;
  const url = `${small.url}/api/trpc`;
  const headers = { cookie: visitor.cookie };
  const client = createTRPCClient<AppRouter>({ links: [httpBatchLink({ url, headers })] });
  const { taskId } = await client.video.generate.mutate({ imageUrl });
  const input = encodeURIComponent(JSON.stringify({ taskId }));
  const pushed = await (await fetch(`${url}/video.watch?input=${input}`, { headers })).text();
  const statuses = [...pushed.matchAll(/"status":"(\w+)"/g)].map(([, status]) => status);
  expect(statuses.length).toBeGreaterThan(1);
  expect(statuses.at(-1)).toBe('Success');
  expect((await client.video.tasks.query()).tasks[0]?.originalFilename).toBe('typed.jpg');
  await expect(client.video.generate.mutate({ imageUrl })).rejects.toMatchObject({
    data: { httpStatus: 402, errorCode: 'insufficient_credits', requiresPayment: true },
  });
});
