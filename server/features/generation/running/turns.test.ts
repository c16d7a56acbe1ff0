import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createUserClient } from '#tests/support/trpc.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { cameraMovements } from '#shared/motion/movements.ts';
import { grant } from '#server/features/credits/ledger.ts';
import { chooseVariant } from '../variants/variants.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

const others = cameraMovements.filter((motion) => motion !== 'arc');

/** A finished video of the user's, with the movement `arc`. */
async function finishedVideo(userId: string): Promise<string> {
  const taskId = await addVideo(server, userId, { clean: Buffer.from('c'), watermarked: Buffer.from('w') });
  await server.deps.db.videoTask.update({ where: { id: taskId }, data: { movement: 'arc' } });
  return taskId;
}

/** Whose jobs start first: the names of the waiting jobs' rows, in the order in which the queue hands them out. */
async function order(queue: string, nameOf: (data: Record<string, string>) => string): Promise<string[]> {
  const { rows } = await server.deps.pool.query<{ data: Record<string, string> }>(
    `SELECT data FROM pgboss.job WHERE name = $1 AND state = 'created' ORDER BY priority DESC, created_on`,
    [queue],
  );
  return rows.map(({ data }) => nameOf(data));
}

async function testTokenOf(visitor: Visitor): Promise<{ token: string; userId: string }> {
  const scopes = ['read', 'generate'];
  const made = await visitor.post('/api/tokens', { name: 'Tests', scopes, test: true });
  const { token } = (await made.json()) as { token: string };
  const user = await server.deps.db.user.findUniqueOrThrow({ where: { testOf: visitor.userId } });
  return { token, userId: user.id };
}

test('movements of all start in turn, those of tests after all others', async () => {
  const [many, few, tester] = [
    await newVisitor(server.url),
    await newVisitor(server.url),
    await testTokenOf(await newVisitor(server.url)),
  ];
  const videos = new Map<string, string>();
  const moved = async (name: string, userId: string, count: number) => {
    const taskId = await finishedVideo(userId);
    videos.set(taskId, name);
    // At once: concurrent requests must not share a turn.
    await Promise.all(
      others.slice(0, count).map((motion) => chooseVariant(server.deps, userId, { taskId, motion })),
    );
  };
  await moved('test', tester.userId, 3);
  await moved('many', many.userId, 4);
  await moved('few', few.userId, 2);
  const nameOf = ({ variantId = '' }: Record<string, string>) =>
    videos.get(variantId.slice(0, variantId.indexOf('-'))) ?? '';
  expect(await order('move-video', nameOf)).toEqual([
    ...['many', 'few', 'many', 'few', 'many', 'many'],
    ...['test', 'test', 'test'],
  ]);
});

test('videos of all start in turn, tests after all others', async () => {
  const names = new Map<string, string>();
  const photo = await portrait({ width: 300, height: 300 });
  const [many, few] = [await newVisitor(server.url), await newVisitor(server.url)];
  for (const { userId } of [many, few])
    await grant(server.deps.db, { userId, amount: 5, reference: randomUUID() });
  const { token } = await testTokenOf(few);
  const send = async (name: string, visitor: Visitor, headers: Record<string, string> = {}) => {
    const answer = await visitor.generate(photo, { headers });
    names.set(((await answer.json()) as { taskId: string }).taskId, name);
  };
  await send('test', few, { authorization: `Bearer ${token}` });
  for (let index = 0; index < 3; index += 1) await send('many', many);
  await send('few', few);
  expect(await order('generate-video', ({ taskId = '' }) => names.get(taskId) ?? '')).toEqual([
    ...['many', 'few', 'many', 'many', 'test'],
  ]);
});

test('a person may ask for sixty movements in ten minutes, and tests count as tests', async () => {
  const visitor = await newVisitor(server.url);
  const calls = createUserClient(server.url, visitor.cookie);
  const taskId = await finishedVideo(visitor.userId);
  for (let index = 0; index < 60; index += 1) await calls.video.move.mutate({ taskId, motion: 'arc' });
  await expect(calls.video.move.mutate({ taskId, motion: 'arc' })).rejects.toMatchObject({
    data: { errorCode: 'too_many_requests' },
  });
});
