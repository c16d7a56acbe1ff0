import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { VideoTask } from '#shared/schemas/video.ts';
import { addVideos, clientOf, followAlbum } from '#tests/support/albums.ts';
import { readLedger } from '#tests/support/ledger.ts';
import { fakeFilms, shownBy, untilAborted } from '#tests/support/fake-films.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { albumJob } from '#server/features/albums/album-job.ts';
import { failTask, videoJob } from '#server/features/generation/running/video-job.ts';
import { removeDueFiles } from '#server/features/files/removals.ts';
import { createFilmCache } from '#server/features/media/film-cache.ts';
import { emptyTrash } from '#server/features/job-lifecycle/trash.ts';

let server: TestServer;
let film: 'soon' | 'never' = 'soon';
let piece: string;
beforeAll(async () => {
  const films = fakeFilms(({ signal }) => (film === 'never' ? untilAborted(signal) : Promise.resolve()));
  server = await startTestServer({ films, settings: { LIMIT_SIGNUP: '1000/1h' } });
  piece = path.join(server.dataDir, 'made.mp4');
  await writeFile(piece, 'a piece of a film');
});
afterAll(() => server.close());

const minutes = (count: number) => Date.now() + count * 60_000;
const restorable = { restorableUntil: expect.stringMatching(/^\d{4}-.*Z$/) };

async function makeAlbum(visitor: Visitor, videoIds: string[]): Promise<string> {
  const { mergeId } = await clientOf(server, visitor).album.create.mutate({ videoIds, albumName: 'Nonna' });
  await followAlbum(server, visitor.userId, mergeId);
  return mergeId;
}

/** The statuses of all paths that reveal something about a video. */
async function visibilityOf(visitor: Visitor, taskId: string) {
  const paths = [`/api/video/status/${taskId}`, `/api/video/download/${taskId}`];
  const open = [`/api/public/video/${taskId}`, `/api/public/video/${taskId}/poster.jpg`];
  const answers = await Promise.all([...paths, ...open].map((path) => visitor.get(path)));
  const tasks = (await (await visitor.get('/api/video/tasks')).json()) as VideoTask[];
  return { statuses: answers.map(({ status }) => status), listed: tasks.some(({ id }) => id === taskId) };
}
const seen = { statuses: [200, 200, 200, 200], listed: true };
const hidden = { statuses: [404, 404, 404, 404], listed: false };

test('a deleted video disappears everywhere at once, and can be restored unchanged', async () => {
  const visitor = await newVisitor(server.url);
  const [taskId = ''] = await addVideos(server, visitor.userId, 1);
  expect(await visibilityOf(visitor, taskId)).toEqual(seen);
  const deleted = await visitor.delete(`/api/video/tasks/${taskId}`);
  expect([deleted.status, await deleted.json()]).toEqual([200, restorable]);
  expect(await visibilityOf(visitor, taskId)).toEqual(hidden);
  expect((await visitor.delete(`/api/video/tasks/${taskId}`)).status).toBe(404);
  const restored = await clientOf(server, visitor).video.restore.mutate({ taskId });
  expect(restored).toMatchObject({ taskId, status: 'Success' });
  expect(await visibilityOf(visitor, taskId)).toEqual(seen);
});

test('a deleted video is removed for good with its files after 15 minutes, and the ledger keeps its entries', async () => {
  const visitor = await newVisitor(server.url);
  const [taskId = '', kept = ''] = await addVideos(server, visitor.userId, 2);
  const { restore, delete: remove } = clientOf(server, visitor).video;
  const ledger = await readLedger(server.deps.pool, visitor.userId);
  await remove.mutate({ taskId });
  await createFilmCache(server.deps, visitor.userId).keep('piece', piece);
  expect(await emptyTrash(videoJob, server.deps, minutes(14))).toBe(0);
  expect(await server.deps.storage.list(`tasks/${taskId}`)).toHaveLength(1);
  expect(await emptyTrash(videoJob, server.deps, minutes(16))).toBe(1);
  expect(await server.deps.storage.list(`tasks/${taskId}`)).toEqual([]);
  expect(await server.deps.storage.list(`film-cache/${visitor.userId}`)).toEqual([]);
  await expect(restore.mutate({ taskId })).rejects.toMatchObject({ data: { errorCode: 'task_not_found' } });
  expect(await visibilityOf(visitor, kept)).toEqual(seen);
  expect(await readLedger(server.deps.pool, visitor.userId)).toEqual(ledger);
});

test('restoring too late fails, even while the files still exist', async () => {
  const visitor = await newVisitor(server.url);
  const [taskId = ''] = await addVideos(server, visitor.userId, 1);
  await visitor.delete(`/api/video/tasks/${taskId}`);
  const deletedAt = new Date(minutes(-16));
  await server.deps.db.videoTask.update({ where: { id: taskId }, data: { deletedAt } });
  await expect(clientOf(server, visitor).video.restore.mutate({ taskId })).rejects.toMatchObject({
    data: { errorCode: 'task_not_found', httpStatus: 404 },
  });
});

test('a running task can’t be deleted, a failed one can, and credits stay the same', async () => {
  const idle = await startTestServer({ jobs: false });
  try {
    const visitor = await newVisitor(idle.url);
    const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
    const refused = await visitor.delete(`/api/video/tasks/${taskId}`);
    expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'task_not_finished' }]);
    await failTask(idle.deps, taskId, 'generation_failed');
    const [task] = (await (await visitor.get('/api/video/tasks')).json()) as VideoTask[];
    expect(task).toMatchObject({ status: 'Fail', code: 'generation_failed', progress: 0 });
    expect(task?.error).toBe('Video generation failed. Please try again.');
    expect((await visitor.delete(`/api/video/tasks/${taskId}`)).status).toBe(200);
    expect(await visitor.credits()).toBe(1);
    expect(await (await visitor.get('/api/video/tasks')).json()).toEqual([]);
  } finally {
    await idle.close();
  }
});

test('other users can neither delete nor restore', async () => {
  const [owner, other] = [await newVisitor(server.url), await newVisitor(server.url)];
  const [taskId = ''] = await addVideos(server, owner.userId, 1);
  expect((await other.delete(`/api/video/tasks/${taskId}`)).status).toBe(404);
  expect((await fetch(`${server.url}/api/video/tasks/${taskId}`, { method: 'DELETE' })).status).toBe(401);
  await owner.delete(`/api/video/tasks/${taskId}`);
  await expect(clientOf(server, other).video.restore.mutate({ taskId })).rejects.toMatchObject({
    data: { httpStatus: 404 },
  });
});

test('pagination continues after the video at the cursor was deleted', async () => {
  const visitor = await newVisitor(server.url);
  for (let count = 0; count < 5; count += 1) await addVideos(server, visitor.userId, 1);
  const list = async (query: string) =>
    ((await (await visitor.get(`/api/video/tasks${query}`)).json()) as VideoTask[]).map(({ id }) => id);
  const all = await list('');
  await visitor.delete(`/api/video/tasks/${all[1]}`);
  expect(await list(`?limit=2&cursor=${all[1]}`)).toEqual(all.slice(2, 4));
});

test('an album outlives its videos, and can be deleted and restored like them', async () => {
  const visitor = await newVisitor(server.url);
  const videoIds = await addVideos(server, visitor.userId);
  const mergeId = await makeAlbum(visitor, videoIds);
  const { album } = clientOf(server, visitor);
  const status = await album.status.query({ mergeId });
  await visitor.delete(`/api/video/tasks/${videoIds[0]}`);
  await emptyTrash(videoJob, server.deps, minutes(16));
  expect(await album.status.query({ mergeId })).toEqual(status);
  const path = `/api/public/album/${mergeId}`;
  expect(shownBy(await (await fetch(server.url + path)).text())).toBe('ab');

  const deleted = await visitor.delete(`/api/video/merge/${mergeId}`);
  expect([deleted.status, await deleted.json()]).toEqual([200, restorable]);
  for (const address of [path, `${path}/poster.jpg`, `/api/video/merge/${mergeId}`])
    expect((await visitor.get(address)).status).toBe(404);
  expect(await album.list.query()).toEqual([]);
  expect(await album.restore.mutate({ mergeId })).toEqual(status);
  expect((await fetch(server.url + path)).status).toBe(200);

  await album.delete.mutate({ mergeId });
  expect(await emptyTrash(albumJob, server.deps, minutes(14))).toBe(0);
  expect(await emptyTrash(albumJob, server.deps, minutes(16))).toBe(1);
  expect(await server.deps.storage.list(`albums/${mergeId}`)).toEqual([]);
  await expect(album.restore.mutate({ mergeId })).rejects.toMatchObject({ data: { httpStatus: 404 } });
  expect(await server.deps.db.albumClip.count({ where: { albumId: mergeId } })).toBe(0);
});

test('a canceled album is not listed, and its row is removed with the deleted ones', async () => {
  film = 'never';
  const visitor = await newVisitor(server.url);
  const { album } = clientOf(server, visitor);
  const videoIds = await addVideos(server, visitor.userId);
  const { mergeId } = await album.create.mutate({ videoIds, albumName: 'Nonna' });
  await followAlbum(server, visitor.userId, mergeId, ({ status }) => status === 'processing');
  await album.cancel.mutate({ mergeId });
  film = 'soon';
  expect(await album.list.query()).toEqual([]);
  expect(await album.status.query({ mergeId })).toMatchObject({ status: 'failed', code: 'album_canceled' });
  expect(await emptyTrash(albumJob, server.deps, minutes(16))).toBe(1);
  await expect(album.status.query({ mergeId })).rejects.toMatchObject({ data: { httpStatus: 404 } });
});

test('deleting a video while an album is made of it never hangs: the album is refused, fails or completes', async () => {
  const visitor = await newVisitor(server.url);
  const { album } = clientOf(server, visitor);
  for (let round = 0; round < 8; round += 1) {
    const videoIds = await addVideos(server, visitor.userId);
    const [deleted, created] = await Promise.allSettled([
      visitor.delete(`/api/video/tasks/${videoIds[1]}`),
      album.create.mutate({ videoIds, albumName: 'Nonna' }),
    ]);
    expect(deleted).toMatchObject({ value: { status: 200 } });
    if (created.status === 'rejected') {
      expect(created.reason).toMatchObject({ data: { errorCode: 'task_not_found' } });
      continue;
    }
    const end = (await followAlbum(server, visitor.userId, created.value.mergeId)).at(-1);
    expect(end?.status === 'completed' || end?.code === 'album_video_gone').toBe(true);
  }
});

test('cached pieces of films are kept for a day', async () => {
  const visitor = await newVisitor(server.url);
  const cache = createFilmCache(server.deps, visitor.userId);
  await cache.keep('piece', piece);
  await removeDueFiles(server.deps, minutes(23 * 60));
  expect(await cache.fetch('piece', `${server.dataDir}/piece.mp4`)).toBe(true);
  await removeDueFiles(server.deps, minutes(25 * 60));
  expect(await cache.fetch('piece', `${server.dataDir}/again.mp4`)).toBe(false);
});
