import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { CreatedToken } from '#shared/schemas/tokens.ts';
import { followAlbum } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { listen } from '#server/emulators/lib/listen.ts';
import { openAccount } from '#server/features/credits/ledger.ts';
import { videoJob } from '#server/features/generation/running/video-job.ts';
import { discardOldTestData } from '#server/features/job-lifecycle/old-test-data.ts';
import { emptyTrash } from '#server/features/job-lifecycle/trash.ts';
import { eraseDueAccounts } from '#server/features/erasure/erase-accounts.ts';
import { withSamples } from '#server/providers/video/samples.ts';
import type { VideoProvider } from '#server/providers/video/types.ts';

/** The provider of all videos that are not tests. */
const paid: VideoProvider = {
  name: 'minimax',
  usualSeconds: { min: 1, max: 2 },
  keepsPhotos: false,
  atOnce: 1,
  isShared: true,
  animate: () => Promise.reject(new Error('a test must not be sent anywhere')),
  isAvailable: async () => false,
  close: async () => {},
};

let server: TestServer;
beforeAll(async () => {
  const settings = { LIMIT_SIGNUP: '100/1h', LIMIT_GENERATE: '200/1m' };
  server = await startTestServer({ settings, wrapVideo: (local) => withSamples(paid, local) });
});
afterAll(() => server.close());

/** The fields that tests read. */
interface Answer {
  taskId: string;
  mergeId: string;
}

/** A client with a token, whose calls resolve with status and body. */
function programOf({ token }: Pick<CreatedToken, 'token'>) {
  async function call(
    path: string,
    init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {},
  ) {
    const response = await fetch(server.url + path, {
      ...init,
      headers: { authorization: `Bearer ${token}`, ...init.headers },
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
  }
  return {
    call,
    get: (path: string) => call(path),
    post: (path: string, body: unknown) =>
      call(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    async generate(filename = 'photo.jpg') {
      const form = new FormData();
      form.set('image', new File([Uint8Array.from(await portrait())], filename, { type: 'image/jpeg' }));
      return call('/api/video/generate', { method: 'POST', body: form });
    },
  };
}

async function tokenOf(visitor: Visitor, isTest = true): Promise<CreatedToken> {
  const body = { name: 'Trying out', scopes: ['read', 'generate', 'albums', 'manage'], test: isTest };
  const answer = await visitor.post('/api/tokens', body);
  expect(answer.status).toBe(201);
  return (await answer.json()) as CreatedToken;
}

const testUserOf = async ({ userId }: Visitor) =>
  (await server.deps.db.user.findUniqueOrThrow({ where: { testOf: userId } })).id;

const entriesOf = ({ userId }: Visitor) => server.deps.db.creditEntry.count({ where: { userId } });

test('a test video is small and marked, costs nothing, and is visible to test tokens only', async () => {
  const visitor = await newVisitor(server.url);
  const made = await tokenOf(visitor);
  expect(made).toMatchObject({ test: true, token: expect.stringMatching(/^mem_test_[a-z2-7]{39}$/) });
  const program = programOf(made);
  const before = await entriesOf(visitor);
  const accepted = await program.generate();
  expect(accepted).toMatchObject({ status: 202, body: { status: 'Queued' } });
  const { taskId } = accepted.body;
  const updates = await followTask(server, await testUserOf(visitor), taskId);
  expect(updates.at(-1)).toMatchObject({ status: 'Success' });

  // Nothing was spent, and live tokens see none of it.
  expect(await entriesOf(visitor)).toBe(before);
  expect(await visitor.credits()).toBe(1);
  expect((await program.get('/api/credits/balance')).body).toEqual({ credits: 1 });
  const live = programOf(await tokenOf(visitor, false));
  const path = `/api/video/tasks/${taskId}`;
  expect((await program.get(path)).status).toBe(200);
  expect((await live.get(path)).status).toBe(404);
  expect((await visitor.get(path)).status).toBe(404);
  expect((await live.get('/api/video/tasks')).body).toEqual([]);
  expect(await (await visitor.get('/api/video/tasks')).json()).toEqual([]);
  expect((await program.get('/api/video/tasks')).body).toHaveLength(1);

  // A portrait of 480 x 600 becomes 768 x 960, and a sample half of that.
  const row = await server.deps.db.videoTask.findUniqueOrThrow({ where: { id: taskId } });
  expect(row).toMatchObject({ provider: 'local', width: 384, height: 480 });
  const poster = await fetch(`${server.url}/api/public/video/${taskId}/poster.jpg`);
  const [marked, photo] = await Promise.all([
    sharp(await poster.arrayBuffer())
      .raw()
      .toBuffer({ resolveWithObject: true }),
    sharp(await portrait())
      .resize(384, 480, { fit: 'fill' })
      .raw()
      .toBuffer(),
  ]);
  expect(marked.info).toMatchObject({ width: 384, height: 480 });
  // TEST is 269 pixels wide and 88 high, in the middle: the pictures differ only there.
  const changed = (left: number, top: number, width: number, height: number) => {
    let sum = 0;
    for (let y = top; y < top + height; y++)
      for (let x = left; x < left + width; x++) {
        const at = 3 * (384 * y + x);
        sum += Math.abs((marked.data[at] ?? 0) - (photo[at] ?? 0));
      }
    return sum / (width * height);
  };
  expect(changed(58, 196, 268, 88)).toBeGreaterThan(15);
  expect(changed(0, 0, 384, 150)).toBeLessThan(6);
});

test('an album of test videos is a test as well', async () => {
  const visitor = await newVisitor(server.url);
  const program = programOf(await tokenOf(visitor));
  const userId = await testUserOf(visitor);
  const videoIds: string[] = [];
  for (const name of ['one.jpg', 'two.jpg']) videoIds.push((await program.generate(name)).body.taskId);
  for (const taskId of videoIds) await followTask(server, userId, taskId);
  const merge = await program.post('/api/video/merge', { videoIds, albumName: 'Test' });
  expect(merge.status).toBe(202);
  const { mergeId } = merge.body;
  const album = await followAlbum(server, userId, mergeId);
  expect(album.at(-1)).toMatchObject({ status: 'completed' });
  expect((await visitor.get(`/api/video/merge/${mergeId}`)).status).toBe(404);
});

test.each([
  ['insufficient_credits', 402],
  ['image_broken', 422],
  ['image_too_small', 422],
  ['too_many_requests', 429],
  ['provider_unavailable', 503],
])('refuse_%s.jpg is refused with %i', async (code, status) => {
  const program = programOf(await tokenOf(await newVisitor(server.url)));
  const answer = await program.generate(`refuse_${code}.jpg`);
  expect(answer).toMatchObject({ status, body: { code } });
  if (status === 429) expect(answer.headers.get('retry-after')).toBe('60');
  expect((await program.get('/api/video/tasks')).body).toEqual([]);
});

test.each([
  'generation_failed',
  'generation_timed_out',
  'image_broken',
  'photo_unsuitable',
  'provider_unavailable',
])('fail_%s.jpg fails with its code', async (code) => {
  const visitor = await newVisitor(server.url);
  const { body } = await programOf(await tokenOf(visitor)).generate(`fail_${code}.jpg`);
  const updates = await followTask(server, await testUserOf(visitor), body.taskId);
  expect(updates.at(-1)).toMatchObject({ status: 'Fail', code });
  expect(await visitor.credits()).toBe(1);
});

test('special names have no meaning for live tokens', async () => {
  const visitor = await newVisitor(server.url);
  // This server's provider is unavailable for paid calls.
  const answer = await programOf(await tokenOf(visitor, false)).generate('refuse_insufficient_credits.jpg');
  expect(answer).toMatchObject({ status: 503, body: { code: 'provider_unavailable' } });
});

test('webhooks of tests mark their messages as tests, and live webhooks get none', async () => {
  const bodies: object[] = [];
  const receiver = await listen((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      bodies.push({ path: req.url, ...(JSON.parse(Buffer.concat(chunks).toString()) as object) });
      res.end();
    });
  });
  try {
    const visitor = await newVisitor(server.url);
    const program = programOf(await tokenOf(visitor));
    const events = ['video.succeeded', 'video.failed'];
    expect((await program.post('/api/webhooks', { url: `${receiver.url}/test`, events })).status).toBe(201);
    expect((await visitor.post('/api/webhooks', { url: `${receiver.url}/live`, events })).status).toBe(201);
    const { taskId } = (await program.generate('fail_image_broken.jpg')).body;
    await vi.waitFor(() => expect(bodies).toHaveLength(1), 300_000);
    expect(bodies[0]).toMatchObject({
      path: '/test',
      type: 'video.failed',
      data: { taskId, status: 'Fail', code: 'image_broken', test: true },
    });
    const { count } = await server.deps.db.webhookDelivery.deleteMany({ where: { userId: visitor.userId } });
    expect(count).toBe(0);
  } finally {
    await receiver.close();
  }
});

test('tests are deleted after a day, with their files', async () => {
  const visitor = await newVisitor(server.url);
  const program = programOf(await tokenOf(visitor));
  const { taskId } = (await program.generate('fail_image_broken.jpg')).body;
  await followTask(server, await testUserOf(visitor), taskId);
  const { db, storage } = server.deps;
  const photoKey = `tasks/${taskId}/photo.jpg`;
  const sweep = async (hours: number) => {
    await discardOldTestData(videoJob, db, Date.now() + hours * 3_600_000);
    await emptyTrash(videoJob, server.deps);
  };
  await sweep(23);
  expect(await storage.stat(photoKey)).not.toBeNull();
  await sweep(25);
  expect((await program.get(`/api/video/tasks/${taskId}`)).status).toBe(404);
  expect(await storage.stat(photoKey)).toBeNull();
});

test('a user may run a hundred tests a day', async () => {
  const visitor = await newVisitor(server.url);
  const program = programOf(await tokenOf(visitor));
  const userId = await testUserOf(visitor);
  for (let i = 0; i < 100; i++) await server.deps.limiters.tests.take(userId);
  const answer = await program.generate();
  expect(answer).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(answer.headers.get('ratelimit-policy')).toContain('"test";q=100;w=86400');
});

test('the database grants no credits to tests', async () => {
  const visitor = await newVisitor(server.url);
  await tokenOf(visitor);
  const userId = await testUserOf(visitor);
  await expect(server.deps.db.$transaction((tx) => openAccount(tx, userId))).rejects.toThrow(
    'tests have no credits',
  );
});

test('erasing an account erases its tests', async () => {
  const visitor = await newVisitor(server.url);
  const program = programOf(await tokenOf(visitor));
  const { taskId } = (await program.generate('fail_image_broken.jpg')).body;
  const userId = await testUserOf(visitor);
  await followTask(server, userId, taskId);
  const { db } = server.deps;
  await db.user.update({ where: { id: visitor.userId }, data: { deletionAt: new Date(Date.now() - 1000) } });
  await eraseDueAccounts(server.deps);
  expect(await db.user.count({ where: { id: userId } })).toBe(0);
  expect(await db.videoTask.count({ where: { id: taskId } })).toBe(0);
  expect(await server.deps.storage.stat(`tasks/${taskId}/photo.jpg`)).toBeNull();
});
