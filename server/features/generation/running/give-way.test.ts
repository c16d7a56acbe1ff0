import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addVideo, fakeVideo } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { startJobs } from '#server/transport/jobs/start-jobs.ts';
import { openTestUser } from '#server/platform/database/test-users.ts';
import { ProviderError, type VideoProvider } from '#server/providers/video/types.ts';
import { grant } from '#server/features/credits/ledger.ts';
import { giveWayToPaid } from './give-way.ts';
import { photoKey } from '../task-keys.ts';
import { chooseVariant } from '../variants/variants.ts';

/** Called with the id of each video whose animation begins. */
let begun: (taskId: string) => Promise<void>;
/** Makes one video at a time, each of which fails. */
const video: VideoProvider = {
  name: 'local',
  usualSeconds: { min: 1, max: 2 },
  keepsPhotos: true,
  atOnce: 1,
  isShared: false,
  isAvailable: () => Promise.resolve(true),
  async animate({ taskId }) {
    await begun(taskId);
    throw new ProviderError('permanent', 'enough');
  },
  close: () => Promise.resolve(),
};

/** Jobs that were enqueued before the workers start are found by polling only, one at a time. */
const frequently = { pollAwaited: 0.5 };

let server: TestServer;
let stopping: AbortController;
let photo: Buffer;
beforeEach(async () => {
  begun = () => Promise.resolve();
  stopping = new AbortController();
  server = await startTestServer({ video, jobs: false, settings: { LIMIT_GENERATE: '1000/1m' } });
  photo = await portrait({ width: 300, height: 300 });
});
afterEach(async () => {
  stopping.abort();
  await server.close();
});

async function ask(visitor: Visitor, headers: Record<string, string> = {}): Promise<string> {
  const answer = await visitor.generate(photo, { headers });
  return ((await answer.json()) as { taskId: string }).taskId;
}

async function withCredits(credits: number): Promise<Visitor> {
  const visitor = await newVisitor(server.url);
  await grant(server.deps.db, { userId: visitor.userId, amount: credits, reference: randomUUID() });
  return visitor;
}

async function testTokenOf(visitor: Visitor): Promise<Record<string, string>> {
  const made = await visitor.post('/api/tokens', { name: 'Tests', scopes: ['read', 'generate'], test: true });
  return { authorization: `Bearer ${((await made.json()) as { token: string }).token}` };
}

/** Asks for another movement of a finished video. */
async function move(userId: string): Promise<string> {
  const { db, storage } = server.deps;
  const taskId = await addVideo(server, userId, fakeVideo('a'));
  await storage.putBytes(photoKey(taskId), photo);
  await db.videoTask.update({ where: { id: taskId }, data: { movement: 'arc', photoKey: photoKey(taskId) } });
  await chooseVariant(server.deps, userId, { taskId, motion: 'rise' });
  return taskId;
}

/** The names of all videos and movements in the order in which they began, once all have ended. */
async function order(names: ReadonlyMap<string, string>): Promise<string[]> {
  const { rows } = await server.deps.pool.query<{ task: string; ended: boolean }>(
    `SELECT id AS task, started_at, finished_at IS NOT NULL AS ended FROM video_task WHERE status <> 'Success'
     UNION ALL SELECT task_id, started_at, finished_at IS NOT NULL FROM video_movement ORDER BY started_at`,
  );
  return rows.every(({ ended }) => ended) ? rows.map(({ task }) => names.get(task) ?? '') : [];
}

test('free work starts after the paid videos that wait, and that of tests last', async () => {
  const names = new Map<string, string>();
  const [payer, mover] = [await withCredits(3), await newVisitor(server.url)];
  const token = await testTokenOf(mover);
  names.set(await move(await openTestUser(server.deps.db, mover.userId)), 'test movement');
  names.set(await move(mover.userId), 'movement');
  names.set(await ask(mover, token), 'test');
  for (let index = 0; index < 3; index += 1) names.set(await ask(payer), 'paid');
  await startJobs(server.deps, stopping.signal, frequently);
  await expect.poll(() => order(names)).toHaveLength(6);
  const begins = await order(names);
  expect(begins.slice(0, 3)).toEqual(['paid', 'paid', 'paid']);
  expect(begins.filter((name) => name.includes('movement'))).toEqual(['movement', 'test movement']);
  expect(begins.slice(3)).toContain('test');
});

test('after ten paid videos one other movement and one test start, however many paid ones wait', async () => {
  const names = new Map<string, string>();
  const [payer, mover] = [await withCredits(13), await newVisitor(server.url)];
  const token = await testTokenOf(mover);
  names.set(await move(mover.userId), 'movement');
  names.set(await ask(mover, token), 'test');
  for (let index = 0; index < 13; index += 1) names.set(await ask(payer), 'paid');
  const moved = Promise.withResolvers<void>();
  let paid = 0;
  begun = async (taskId) => {
    const name = names.get(taskId);
    if (name === 'movement') moved.resolve();
    // Without the bound, this one would wait for ever.
    if (name === 'paid' && (paid += 1) === 12) await moved.promise;
  };
  await startJobs(server.deps, stopping.signal, frequently);
  await expect.poll(() => order(names)).toHaveLength(15);
  const begins = await order(names);
  expect(begins.filter((name) => name !== 'movement')).toEqual([
    ...Array<string>(10).fill('paid'),
    'test',
    ...Array<string>(3).fill('paid'),
  ]);
  // Either it or the tenth one, which starts at the same time, is first.
  expect(begins.slice(0, 9)).toEqual(Array<string>(9).fill('paid'));
});

test('a movement that waits for paid videos does not hold up a shutdown', async () => {
  await ask(await newVisitor(server.url));
  const draining = new AbortController();
  const videos = { persons: 0, next: () => new Promise<void>(() => {}) };
  const waiting = giveWayToPaid(server.deps, videos, draining.signal);
  draining.abort(new Error('stopping'));
  await expect(waiting).rejects.toThrow('stopping');
});
