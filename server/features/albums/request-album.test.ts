import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '#shared/limits.ts';
import type { FilmRequest } from '#shared/schemas/merge-request.ts';
import { addVideo, addVideos, fakeVideo } from '#tests/support/albums.ts';
import { createUser } from '#tests/support/ledger.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { openTestUser } from '#server/platform/database/test-users.ts';
import { deleteTask } from '../generation/tasks.ts';
import { cancelAlbum } from './album-actions.ts';
import { succeed } from '../job-lifecycle/end-job.ts';
import { runPrefix, albumJob, failAlbum } from './album-job.ts';
import { createAlbum, retryAlbum } from './request-album.ts';
import { getAlbum, listAlbums } from './album-status.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

const request = (videoIds: string[]): FilmRequest => ({ videoIds, albumName: 'Nonna' });

async function newAlbum(userId: string): Promise<string> {
  return (await createAlbum(server.deps, userId, request(await addVideos(server, userId)))).mergeId;
}

const codes = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((each) =>
    each.status === 'fulfilled' ? 'ok' : each.reason instanceof AppError ? each.reason.code : each.reason,
  );

async function setStatus(albumId: string, status: 'processing'): Promise<void> {
  await server.deps.db.album.update({ where: { id: albumId }, data: { status } });
}

test('accepts only finished videos of the user', async () => {
  const [owner, other] = [await createUser(server.deps.db), await createUser(server.deps.db)];
  const [good, deleted] = [await addVideo(server, owner, fakeVideo('a')), await newDeleted(owner)];
  const foreign = await addVideo(server, other, fakeVideo('a'));
  const unfinished = createId();
  const common = { userId: owner, provider: 'local', prompt: '', originalFilename: '', photoKey: '' };
  await server.deps.db.videoTask.create({ data: { id: unfinished, ...common } });
  const attempts = [foreign, deleted, createId(), unfinished].map((id) =>
    createAlbum(server.deps, owner, request([good, id])),
  );
  const refused = ['task_not_found', 'task_not_found', 'task_not_found', 'video_not_ready'];
  expect(codes(await Promise.allSettled(attempts))).toEqual(refused);
  expect(await listAlbums(server.deps.db, owner)).toEqual([]);
});

async function newDeleted(userId: string): Promise<string> {
  const taskId = await addVideo(server, userId, fakeVideo('a'));
  await deleteTask(server.deps.db, userId, taskId);
  return taskId;
}

test('of 20 concurrent requests five albums are accepted, and a sixth only once one has ended', async () => {
  const userId = await createUser(server.deps.db);
  const videos = await addVideos(server, userId);
  const ask = () => createAlbum(server.deps, userId, request(videos));
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, ask));
  const told = Map.groupBy(codes(outcomes), (code) => code);
  expect(told.get('ok')).toHaveLength(limits.album.maxUnfinished);
  expect(told.get('too_many_albums')).toHaveLength(20 - limits.album.maxUnfinished);
  const [first] = await listAlbums(server.deps.db, userId);
  await setStatus(first?.mergeId ?? '', 'processing');
  await expect(ask()).rejects.toMatchObject({ code: 'too_many_albums', retryAfterSeconds: 30 });
  await failAlbum(server.deps, first?.mergeId ?? '', 'album_failed');
  await ask();
});

test('the wait is estimated from the queue position and the duration of recent albums', async () => {
  const { db } = server.deps;
  const waiters = [await createUser(db), await createUser(db), await createUser(db)];
  await db.album.deleteMany();
  const [first, second] = [await newAlbum(waiters[0] ?? ''), await newAlbum(waiters[1] ?? '')];
  const estimate = async (index: number, id: string) =>
    (await getAlbum(db, waiters[index] ?? '', id)).estimatedSeconds;
  expect(await estimate(0, first)).toBeUndefined();
  const startedAt = new Date('2026-05-17T10:00:00Z');
  const made = { status: 'completed', progress: 1, renditionPrefix: 'albums/made' };
  for (const seconds of [10, 20, 600]) {
    const id = await newAlbum(waiters[2] ?? '');
    const finishedAt = new Date(startedAt.getTime() + seconds * 1000);
    await db.album.update({ where: { id }, data: { ...made, startedAt, finishedAt } });
  }
  expect([await estimate(0, first), await estimate(1, second)]).toEqual([20, 40]);
  await setStatus(first, 'processing');
  expect([await estimate(0, first), await estimate(1, second)]).toEqual([undefined, 20]);
});

test('the position of each user’s first album is its rank, and never rises under concurrent commits', async () => {
  const { db } = server.deps;
  const waiters = await Promise.all(
    Array.from({ length: 30 }, async () => {
      const userId = await createUser(db);
      return { userId, videos: await addVideos(server, userId) };
    }),
  );
  await db.album.deleteMany();
  // Each of the concurrent calls returns the position that still holds once all are enqueued.
  const told = await Promise.all(
    waiters.map(({ userId, videos }) => createAlbum(server.deps, userId, request(videos))),
  );
  const positions = () =>
    Promise.all(
      told.map(async ({ mergeId }, index) => {
        const { queuePosition } = await getAlbum(db, waiters[index]?.userId ?? '', mergeId);
        return queuePosition;
      }),
    );
  expect(await positions()).toEqual(told.map(({ queuePosition }) => queuePosition));
  expect((await positions()).toSorted((a, b) => a - b)).toEqual(told.map((_, index) => index + 1));
  let before = await positions();
  const ranked = told.toSorted((a, b) => a.queuePosition - b.queuePosition);
  for (const { mergeId } of ranked.slice(0, 3)) {
    await setStatus(mergeId, 'processing');
    const after = await positions();
    expect(after).toEqual(before.map((position) => Math.max(0, position - 1)));
    before = after;
  }
});

/** Starts all waiting albums, as the worker does; calls `begun` after each start. */
async function startAll(begun: (albumId: string) => Promise<void>): Promise<void> {
  for (;;) {
    const [job] = await server.deps.queue.fetch<{ albumId: string }>('merge-album');
    if (!job) return;
    await setStatus(job.data.albumId, 'processing');
    await begun(job.data.albumId);
  }
}

test('users take turns, test tokens come last, and no position that was told ever rises', async () => {
  const { db, queue } = server.deps;
  await db.album.deleteMany();
  await queue.deleteAllJobs('merge-album');
  const owner = await createUser(db);
  const tester = await openTestUser(db, owner);
  const [many, few, late] = [await createUser(db), await createUser(db), await createUser(db)];
  const asked: { name: string; userId: string; id: string; told: number[] }[] = [];
  const ask = async (name: string, userId: string) => {
    const { mergeId, queuePosition } = await createAlbum(
      server.deps,
      userId,
      request(await addVideos(server, userId)),
    );
    asked.push({ name, userId, id: mergeId, told: [queuePosition] });
  };
  const tell = async () => {
    for (const { userId, id, told } of asked) told.push((await getAlbum(db, userId, id)).queuePosition);
  };
  for (const name of ['test 1', 'test 2']) await ask(name, tester);
  for (const name of ['many 1', 'many 2', 'many 3', 'many 4', 'many 5']) await ask(name, many);
  await ask('few 1', few);
  await ask('few 2', few);
  expect(asked.map(({ name, told }) => [name, told[0]])).toEqual([
    ['test 1', 1],
    ['test 2', 2],
    ['many 1', 1],
    ['many 2', 2],
    ['many 3', 3],
    ['many 4', 4],
    ['many 5', 5],
    ['few 1', 2],
    ['few 2', 4],
  ]);
  const order: string[] = [];
  await startAll(async (albumId) => {
    order.push(asked.find(({ id }) => id === albumId)?.name ?? '');
    if (order.length === 1) await ask('late 1', late);
    await tell();
  });
  expect(order).toEqual([
    ...['many 1', 'few 1', 'late 1', 'many 2', 'few 2', 'many 3', 'many 4', 'many 5', 'test 1', 'test 2'],
  ]);
  for (const { told } of asked) expect(told).toEqual(told.toSorted((one, other) => other - one));
  expect(asked.map(({ told }) => told.at(-1))).toEqual(asked.map(() => 0));
});

test('a retry replaces the failed album, and twenty concurrent clicks create one', async () => {
  const userId = await createUser(server.deps.db);
  const videoIds = await addVideos(server, userId, 3);
  const music = 'solo-piano';
  const { mergeId } = await createAlbum(server.deps, userId, { ...request(videoIds), musicTrack: music });
  await expect(retryAlbum(server.deps, userId, mergeId)).rejects.toMatchObject({
    code: 'album_not_finished',
  });
  await failAlbum(server.deps, mergeId, 'album_failed');
  const clicks = await Promise.all(
    Array.from({ length: 20 }, () => retryAlbum(server.deps, userId, mergeId)),
  );
  expect(new Set(clicks.map((click) => click.mergeId)).size).toBe(1);
  expect(clicks.filter(({ isNew }) => isNew)).toHaveLength(1);
  const albums = await listAlbums(server.deps.db, userId);
  expect(albums).toMatchObject([
    { mergeId: clicks[0]?.mergeId, status: 'pending', albumName: 'Nonna', videoIds, musicTrack: music },
  ]);
  await expect(getAlbum(server.deps.db, userId, mergeId)).rejects.toMatchObject({ code: 'album_not_found' });
});

test('refuses to retry an album that succeeded, belongs to somebody else, or has lost a video', async () => {
  const [owner, other] = [await createUser(server.deps.db), await createUser(server.deps.db)];
  const done = await newAlbum(owner);
  await setStatus(done, 'processing');
  await succeed(albumJob, server.deps, done, {
    width: 768,
    height: 960,
    timeline: [],
    asMade: { name: 'Nonna', videos: [] },
    renditionPrefix: runPrefix(done, 'run'),
  });
  const videos = await addVideos(server, owner);
  const { mergeId: failed } = await createAlbum(server.deps, owner, request(videos));
  await failAlbum(server.deps, failed, 'album_video_gone');
  await deleteTask(server.deps.db, owner, videos[0] ?? '');
  const attempts = [
    retryAlbum(server.deps, owner, done),
    retryAlbum(server.deps, other, failed),
    retryAlbum(server.deps, owner, createId()),
    retryAlbum(server.deps, owner, failed),
  ];
  expect(codes(await Promise.allSettled(attempts))).toEqual([
    'album_finished',
    'album_not_found',
    'album_not_found',
    'album_video_gone',
  ]);
  expect((await getAlbum(server.deps.db, owner, failed)).status).toBe('failed');
});

test('when cancellation and completion race, exactly one of them wins', async () => {
  const userId = await createUser(server.deps.db);
  for (let round = 0; round < 20; round += 1) {
    const albumId = await newAlbum(userId);
    await setStatus(albumId, 'processing');
    const [canceled, completed] = await Promise.allSettled([
      cancelAlbum(server.deps, userId, albumId),
      succeed(albumJob, server.deps, albumId, {
        width: 768,
        height: 960,
        timeline: [],
        asMade: { name: 'Nonna', videos: [] },
        renditionPrefix: runPrefix(albumId, 'run'),
      }),
    ]);
    const { status } = await getAlbum(server.deps.db, userId, albumId);
    expect([canceled.status, completed, status]).toEqual(
      status === 'completed'
        ? ['rejected', { status: 'fulfilled', value: true }, 'completed']
        : ['fulfilled', { status: 'fulfilled', value: false }, 'failed'],
    );
  }
});

test('the database refuses to change an ended album or to queue one again', async () => {
  const userId = await createUser(server.deps.db);
  const albumId = await newAlbum(userId);
  const change = (assignments: string) =>
    server.deps.pool.query(`UPDATE album SET ${assignments} WHERE id = $1`, [albumId]);
  await expect(change('deleted_at = now()')).rejects.toThrow('album_deleted_check');
  await setStatus(albumId, 'processing');
  await expect(change("status = 'pending'")).rejects.toThrow('has its place in the queue');
  await expect(change('sequence = 1000000')).rejects.toThrow('has its place in the queue');
  await expect(change("status = 'completed', finished_at = now()")).rejects.toThrow('album_completed_check');
  await failAlbum(server.deps, albumId, 'album_failed');
  await expect(change("error_code = 'album_canceled'")).rejects.toThrow('has ended');
  const revival = "status = 'processing', finished_at = NULL, error_code = NULL";
  await expect(change(revival)).rejects.toThrow('has ended');
});
