import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLedger } from '#tests/support/ledger.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createUserData } from '#tests/support/user-data.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { type MinimaxEmulator, startMinimaxEmulator } from '#server/emulators/minimax/emulator.ts';

/** A hosted service that refuses every photo. */
let emulator: MinimaxEmulator;
let server: TestServer;
beforeAll(async () => {
  emulator = await startMinimaxEmulator({
    ffmpeg: await findFfmpeg(),
    production: false,
    script: () => ({ end: 'Fail', reason: 1027 }),
    paces: { preparing: 1, queueing: 1, processing: 1 },
  });
  const hosted = { MINIMAX_API_KEY: emulator.apiKey, MINIMAX_BASE_URL: emulator.url };
  server = await startTestServer({ settings: { ...hosted, MINIMAX_RPM: '600', VIDEO_POLL: '100ms' } });
});
afterAll(async () => {
  await server.close();
  await emulator.close();
});

const taskIdOf = async (answer: Response) => ((await answer.json()) as { taskId: string }).taskId;

async function refusedPhoto(visitor: Visitor): Promise<string> {
  const taskId = await taskIdOf(await visitor.generate(await portrait()));
  expect((await followTask(server, visitor.userId, taskId)).at(-1)).toMatchObject({
    status: 'Fail',
    code: 'output_refused',
  });
  return taskId;
}

/** A refused task of a new visitor, who has one credit, as if a service had refused a photo. */
async function refused(data: object = {}) {
  const owner = await newVisitor(server.url);
  const { taskId } = await createUserData(() => ({ memori: server, owner })).refusedTask(data);
  return { owner, taskId, ask: () => owner.post(`/api/video/tasks/${taskId}/local`) };
}

const movements = async ({ userId }: Visitor) =>
  (await readLedger(server.deps.pool, userId)).map(({ reason, delta }) => [reason, delta]);

test('a photo that the service refuses is animated here with the same credit', async () => {
  const visitor = await newVisitor(server.url);
  const taskId = await refusedPhoto(visitor);
  const sent = emulator.jobs.length;
  expect(await visitor.credits()).toBe(1);

  const answer = await visitor.post(`/api/video/tasks/${taskId}/local`);
  expect(answer.status).toBe(202);
  const again = await taskIdOf(answer);
  expect(answer.headers.get('location')).toBe(`/api/video/tasks/${again}`);
  expect((await followTask(server, visitor.userId, again)).at(-1)?.status).toBe('Success');
  expect(emulator.jobs).toHaveLength(sent);
  expect(await movements(visitor)).toEqual([
    ['signup', 1],
    ['generation', -1],
    ['refund', 1],
    ['generation', -1],
  ]);
  const row = await server.deps.db.videoTask.findUniqueOrThrow({ where: { id: again } });
  expect(row).toMatchObject({ provider: 'local', originalFilename: 'photo.jpg' });
  // It has taken the refused one's place.
  const list = (await (await visitor.get('/api/video/tasks')).json()) as { taskId: string }[];
  expect(list.map((task) => task.taskId)).toEqual([again]);
});

test('two taps at once spend one credit', async () => {
  const { owner, ask } = await refused();
  await server.deps.db.creditAccount.update({ where: { userId: owner.userId }, data: { balance: 2 } });
  const statuses = (await Promise.all([ask(), ask()])).map(({ status }) => status);
  expect(statuses.toSorted((a, b) => a - b)).toEqual([202, 404]);
  expect((await movements(owner)).filter(([reason]) => reason === 'generation')).toHaveLength(1);
});

test('without a credit the refused task stays', async () => {
  const { owner, taskId, ask } = await refused();
  // Not by another task: it may end, and give its credit back, before this is asked.
  await server.deps.db.creditAccount.update({ where: { userId: owner.userId }, data: { balance: 0 } });
  const answer = await ask();
  expect([answer.status, await answer.json()]).toMatchObject([402, { code: 'insufficient_credits' }]);
  expect((await owner.get(`/api/video/tasks/${taskId}`)).status).toBe(200);
});

test.each([
  ['failed for another reason', { errorCode: 'generation_failed' }],
  ['has lost its photo', { photoDeletedAt: new Date() }],
  ['has succeeded', { status: 'Success', errorCode: null, renditionPrefix: 'x' }],
])('is not offered for a task that %s', async (_which, data) => {
  const { owner, ask } = await refused(data);
  const answer = await ask();
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'local_not_offered' }]);
  expect(await owner.credits()).toBe(1);
});

test('a test that was refused on purpose succeeds, free of charge', async () => {
  const owner = await newVisitor(server.url);
  const made = await owner.post('/api/tokens', { name: 'Tests', scopes: ['read', 'generate'], test: true });
  const headers = { authorization: `Bearer ${((await made.json()) as { token: string }).token}` };
  const named = await owner.generate(await portrait(), { filename: 'fail_photo_unsuitable.jpg', headers });
  const taskId = await taskIdOf(named);
  const { userId } = await server.deps.db.videoTask.findUniqueOrThrow({ where: { id: taskId } });
  expect((await followTask(server, userId, taskId)).at(-1)?.code).toBe('photo_unsuitable');
  const again = await taskIdOf(await owner.post(`/api/video/tasks/${taskId}/local`, {}, headers));
  expect((await followTask(server, userId, again)).at(-1)?.status).toBe('Success');
  expect(await owner.credits()).toBe(1);
});
