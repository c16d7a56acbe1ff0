import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { portrait } from '#tests/support/photos.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { createId } from '#server/platform/ids.ts';
import { spend, refund } from '../credits/ledger.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

const get = async (visitor: Visitor, path: string) => {
  const response = await visitor.get(path);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

/** Some hours into the day that was `days` days ago, in UTC. */
function ago(days: number): Date {
  const today = new Date().toISOString().slice(0, 10);
  return new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000);
}
const dayOf = (date: Date) => date.toISOString().slice(0, 10);

async function endedTask(userId: string, status: 'Success' | 'Fail', finishedAt: Date): Promise<void> {
  const id = createId();
  const task = { id, userId, provider: 'local', prompt: '', originalFilename: 'a.jpg', photoKey: '' };
  const end = status === 'Success' ? { renditionPrefix: 'none' } : { errorCode: 'generation_failed' };
  await server.deps.db.videoTask.create({ data: { ...task, ...end, status, finishedAt } });
}

test('the usage counts credits and videos by day, and nothing of others', async () => {
  const visitor = await newVisitor(server.url);
  const other = await newVisitor(server.url);
  const { db } = server.deps;
  const { userId } = visitor;
  const reference = createId();
  await spend(db, { userId, amount: 1, reason: 'generation', reference });
  await db.$transaction((tx) => refund(tx, { userId, amount: 1, reference }));
  await spend(db, { userId, amount: 1, reason: 'generation', reference: createId() });
  await spend(db, { userId: other.userId, amount: 1, reason: 'generation', reference: createId() });
  await endedTask(userId, 'Success', ago(2));
  await endedTask(userId, 'Success', ago(2));
  await endedTask(userId, 'Fail', ago(0));
  await endedTask(userId, 'Success', ago(40));
  await endedTask(other.userId, 'Success', ago(0));

  const none = { creditsSpent: 0, creditsReturned: 0, videos: 0, failed: 0 };
  const today = { ...none, day: dayOf(ago(0)), creditsSpent: 2, creditsReturned: 1, failed: 1 };
  expect(await get(visitor, '/api/usage')).toEqual({
    status: 200,
    body: {
      from: dayOf(ago(29)),
      to: dayOf(ago(0)),
      total: { creditsSpent: 2, creditsReturned: 1, videos: 2, failed: 1 },
      days: [{ ...none, day: dayOf(ago(2)), videos: 2 }, today],
    },
  });
  expect((await get(visitor, '/api/usage?days=1')).body).toMatchObject({
    from: dayOf(ago(0)),
    days: [today],
  });
  expect((await get(visitor, '/api/usage?days=366')).body).toMatchObject({ total: { videos: 3 } });
  for (const days of ['0', '367', '1.5', 'all'])
    expect(await get(visitor, `/api/usage?days=${days}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
});

test('an estimate says what photos cost and whether the balance suffices, and takes nothing', async () => {
  const visitor = await newVisitor(server.url);
  expect(await get(visitor, '/api/video/estimate')).toEqual({
    status: 200,
    body: {
      photos: 1,
      credits: 1,
      balance: 1,
      affordable: true,
      usualSeconds: { min: expect.any(Number) as number, max: expect.any(Number) as number },
    },
  });
  expect((await get(visitor, '/api/video/estimate?photos=20')).body).toMatchObject({
    credits: 20,
    balance: 1,
    affordable: false,
  });
  for (const photos of ['0', '21', '-1', 'x'])
    expect(await get(visitor, `/api/video/estimate?photos=${photos}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    });
  await visitor.generate(await portrait());
  expect((await get(visitor, '/api/video/estimate')).body).toMatchObject({ balance: 0, affordable: false });
});
