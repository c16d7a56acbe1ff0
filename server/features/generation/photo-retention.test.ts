import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import { deleteOldPhotos } from './photo-retention.ts';

let server: TestServer;
let owner: Visitor;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  owner = await newVisitor(server.url);
});
afterAll(() => server.close());

const day = 86_400_000;
const photoOf = (taskId: string) => server.deps.storage.stat(`tasks/${taskId}/photo.jpg`);

/** An uploaded photo whose task ended this many days ago; null for a task that has not ended. */
async function uploaded(daysAgo: number | null): Promise<string> {
  await server.deps.db.creditAccount.update({ where: { userId: owner.userId }, data: { balance: 1 } });
  const accepted = await owner.generate(await portrait());
  const { taskId } = (await accepted.json()) as { taskId: string };
  if (daysAgo !== null) {
    const finishedAt = new Date(Date.now() - daysAgo * day);
    await server.deps.db.videoTask.update({
      where: { id: taskId },
      data: { status: 'Success', renditionPrefix: 'runs/x', finishedAt, movement: 'arc' },
    });
  }
  return taskId;
}

const listed = async (taskId: string) =>
  ((await (await owner.get(`/api/video/tasks/${taskId}`)).json()) as VideoTask).photoKept;
const movement = (taskId: string) => ({ id: `${taskId}-rise`, taskId, userId: owner.userId });

test('a photo is deleted 30 days after its video, and its task reports it', async () => {
  const [old, young, running] = [await uploaded(30.01), await uploaded(29.9), await uploaded(null)];
  await deleteOldPhotos(server.deps);
  expect([await photoOf(old), await listed(old)]).toEqual([null, false]);
  for (const kept of [young, running]) {
    expect(await photoOf(kept)).not.toBeNull();
    expect(await listed(kept)).toBe(true);
  }
});

test('the next sweep makes up for one that died before deleting the file', async () => {
  const taskId = await uploaded(1);
  await server.deps.db.videoTask.update({ where: { id: taskId }, data: { photoDeletedAt: new Date() } });
  expect(await photoOf(taskId)).not.toBeNull();
  await deleteOldPhotos(server.deps);
  expect(await photoOf(taskId)).toBeNull();
});

test('a movement in progress keeps the photo', async () => {
  const taskId = await uploaded(31);
  await server.deps.db.videoVariant.create({ data: movement(taskId) });
  await deleteOldPhotos(server.deps);
  expect(await photoOf(taskId)).not.toBeNull();
  const refused = await owner.delete(`/api/video/tasks/${taskId}/photo`);
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'task_not_finished' }]);
});

test.each(['the sweep', 'the owner'])(
  'a movement that is being requested keeps the photo from %s',
  async (who) => {
    const taskId = await uploaded(31);
    const client = await server.deps.pool.connect();
    await client.query('BEGIN');
    // As `chooseVariant` does.
    await client.query('SELECT 1 FROM video_task WHERE id = $1 FOR NO KEY UPDATE', [taskId]);
    const { id, userId } = movement(taskId);
    await client.query('INSERT INTO video_movement (id, task_id, user_id) VALUES ($1, $2, $3)', [
      id,
      taskId,
      userId,
    ]);
    const deleting =
      who === 'the sweep'
        ? deleteOldPhotos(server.deps)
        : owner.delete(`/api/video/tasks/${taskId}/photo`).then(({ status }) => expect(status).toBe(409));
    const waiting = `SELECT count(*)::int AS n FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await server.deps.pool.query<{ n: number }>(waiting)).rows[0]?.n).toBe(1);
    await client.query('COMMIT');
    client.release();
    await deleting;
    expect(await photoOf(taskId)).not.toBeNull();
    expect(await listed(taskId)).toBe(true);
  },
);

test('the owner may delete the photo at once; the video stays, and no new movement is offered', async () => {
  const taskId = await uploaded(0);
  const before = await clientOf(server, owner).video.movements.query({ taskId });
  expect(before.movements.some(({ state }) => state === 'open')).toBe(true);
  for (const _ of ['once', 'again']) {
    const answer = await owner.delete(`/api/video/tasks/${taskId}/photo`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ taskId, status: 'Success', photoKept: false });
  }
  expect(await photoOf(taskId)).toBeNull();
  const { movements } = await clientOf(server, owner).video.movements.query({ taskId });
  expect(movements.map(({ state }) => state)).toEqual(['made']);
});

test('other users can’t delete the photo, and nobody can while the video is being made', async () => {
  const [done, running] = [await uploaded(0), await uploaded(null)];
  const other = await newVisitor(server.url);
  expect((await other.delete(`/api/video/tasks/${done}/photo`)).status).toBe(404);
  expect((await owner.delete(`/api/video/tasks/${running}/photo`)).status).toBe(409);
  for (const taskId of [done, running]) expect(await photoOf(taskId)).not.toBeNull();
});
