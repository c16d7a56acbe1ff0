import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLedger } from '#tests/support/ledger.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { cancelTask } from '#server/features/generation/cancel.ts';
import { runGeneration } from '#server/features/generation/running/run-generation.ts';
import { failTask, videoJob } from '#server/features/generation/running/video-job.ts';
import type { AppError } from '#server/platform/errors.ts';
import { claim, succeed } from '#server/features/job-lifecycle/end-job.ts';
import { emptyTrash } from '#server/features/job-lifecycle/trash.ts';

/** Accepts work but runs no jobs. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, settings: { LIMIT_SIGNUP: '1000/1h' } });
});
afterAll(() => server.close());

async function start(visitor: Visitor): Promise<string> {
  return ((await (await visitor.generate(await portrait())).json()) as { taskId: string }).taskId;
}

async function cancel(visitor: Visitor, taskId: string) {
  const response = await visitor.post(`/api/video/tasks/${taskId}/cancel`);
  return { status: response.status, body: await response.json() };
}

const codeOf = (error: unknown) => (error as AppError).code;

const reasons = async (visitor: Visitor) =>
  (await readLedger(server.deps.pool, visitor.userId)).map(({ reason, delta }) => [reason, delta]);
const spent = [
  ['signup', 1],
  ['generation', -1],
];

test('a task that has not begun is cancelled once, and its credit is refunded', async () => {
  const visitor = await newVisitor(server.url);
  const taskId = await start(visitor);
  expect(await visitor.credits()).toBe(0);

  expect(await cancel(visitor, taskId)).toEqual({
    status: 200,
    body: { taskId, status: 'Cancelled', credits: 1 },
  });
  expect(await cancel(visitor, taskId)).toMatchObject({
    status: 409,
    body: { code: 'task_canceled', error: 'The video was cancelled.' },
  });
  expect(await visitor.credits()).toBe(1);
  expect(await reasons(visitor)).toEqual([...spent, ['refund', 1]]);

  const expected = { taskId, status: 'Fail', code: 'task_canceled', error: 'The video was cancelled.' };
  expect(await (await visitor.get(`/api/video/status/${taskId}`)).json()).toMatchObject(expected);
  expect(await (await visitor.get(`/api/video/tasks/${taskId}`)).json()).toMatchObject(expected);
  expect(await (await visitor.get('/api/video/tasks')).json()).toEqual([]);
});

test('the job of a cancelled task does nothing, and the photo is deleted with the row', async () => {
  const visitor = await newVisitor(server.url);
  const taskId = await start(visitor);
  await cancel(visitor, taskId);
  await runGeneration({ ...server.deps, workRoot: server.dataDir }, taskId, new AbortController().signal);
  expect(await server.deps.storage.list(`tasks/${taskId}`)).toHaveLength(1);
  await emptyTrash(videoJob, server.deps, Date.now() + 16 * 60_000);
  expect(await server.deps.storage.list(`tasks/${taskId}`)).toEqual([]);
  expect(await cancel(visitor, taskId)).toMatchObject({ status: 404, body: { code: 'task_not_found' } });
  expect(await reasons(visitor)).toEqual([...spent, ['refund', 1]]);
});

test('a task that has begun or ended can’t be cancelled', async () => {
  const visitor = await newVisitor(server.url);
  const taskId = await start(visitor);
  await claim(videoJob, server.deps.db, { id: taskId, userId: visitor.userId } as never);
  expect(await cancel(visitor, taskId)).toMatchObject({
    status: 409,
    body: {
      code: 'task_begun',
      error: 'The video is being made already, so it can’t be cancelled any more.',
    },
  });
  await succeed(videoJob, server.deps, taskId, {
    renditionPrefix: `tasks/${taskId}/run`,
    width: 768,
    height: 960,
    provider: 'local',
    movement: 'arc',
    stage: 'finalizing',
    providerStatus: null,
  });
  expect(await cancel(visitor, taskId)).toMatchObject({
    status: 409,
    body: { code: 'task_finished', error: 'The video is finished already' },
  });
  expect(await reasons(visitor)).toEqual(spent);

  const other = await newVisitor(server.url);
  const failed = await start(other);
  await failTask(server.deps, failed, 'generation_failed');
  expect(await cancel(other, failed)).toMatchObject({ status: 409, body: { code: 'task_finished' } });
  expect(await reasons(other)).toEqual([...spent, ['refund', 1]]);
});

test('another user’s task is not found, and anonymous callers get 401', async () => {
  const [owner, other] = [await newVisitor(server.url), await newVisitor(server.url)];
  const taskId = await start(owner);
  expect(await cancel(other, taskId)).toMatchObject({ status: 404, body: { code: 'task_not_found' } });
  expect((await other.get(`/api/video/tasks/${taskId}`)).status).toBe(404);
  expect(await cancel(owner, 'nonsense')).toMatchObject({ status: 404 });
  for (const method of ['GET', 'POST'] as const) {
    const path = `/api/video/tasks/${taskId}${method === 'POST' ? '/cancel' : ''}`;
    expect((await fetch(server.url + path, { method })).status).toBe(401);
  }
  expect(await (await owner.get(`/api/video/tasks/${taskId}`)).json()).toMatchObject({
    taskId,
    status: 'Queued',
    originalFilename: 'photo.jpg',
    downloadUrl: null,
    thumbnailUrl: null,
    progress: 0,
  });
});

/** The number of connections that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await server.deps.pool.query<{ count: number }>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}

test.each(['run', 'cancel'] as const)(
  'when a run and two cancellations race, with the %s first, one of them wins and the ledger agrees',
  async (first) => {
    const visitor = await newVisitor(server.url);
    const taskId = await start(visitor);
    const { userId } = visitor;
    const run = () => claim(videoJob, server.deps.db, { id: taskId, userId } as never);
    const cancelling = () =>
      cancelTask(server.deps, userId, taskId)
        .then(() => true)
        .catch(codeOf);
    const holder = await server.deps.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM video_task WHERE id = $1 FOR UPDATE', [taskId]);
      const sides = [];
      for (const side of first === 'run' ? [run, cancelling, cancelling] : [cancelling, cancelling, run]) {
        sides.push(side());
        await expect.poll(waiting).toBe(sides.length);
      }
      await holder.query('COMMIT');
      const late = first === 'run' ? 'task_begun' : 'task_canceled';
      expect(await Promise.all(sides)).toEqual(first === 'run' ? [true, late, late] : [true, late, false]);
    } finally {
      holder.release();
    }
    expect(await reasons(visitor)).toEqual(first === 'run' ? spent : [...spent, ['refund', 1]]);
  },
);

test('a client that disconnects before the photo is accepted has spent nothing', async () => {
  const visitor = await newVisitor(server.url);
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(await portrait())], 'photo.jpg'));
  const encoded = new Response(form);
  const [type, body] = [encoded.headers.get('content-type') ?? '', await encoded.bytes()];
  const { storage, uploadDir } = server.deps;
  const before = await storage.list('tasks');
  const stored = Promise.withResolvers<void>();
  const noticed = Promise.withResolvers<void>();
  const putBytes = storage.putBytes.bind(storage);
  storage.putBytes = async (...args) => {
    await putBytes(...args);
    stored.resolve();
    await noticed.promise;
  };
  try {
    const upload = request(`${server.url}/api/video/generate`, {
      method: 'POST',
      headers: { cookie: visitor.cookie, 'content-type': type, 'content-length': body.length },
    });
    upload.on('error', () => {});
    upload.end(body);
    await stored.promise;
    upload.destroy();
    // The upload's file is removed with the connection.
    await expect.poll(() => readdir(uploadDir)).toEqual([]);
  } finally {
    noticed.resolve();
    storage.putBytes = putBytes;
  }
  await expect.poll(() => storage.list('tasks')).toEqual(before);
  expect(await reasons(visitor)).toEqual([['signup', 1]]);
});
