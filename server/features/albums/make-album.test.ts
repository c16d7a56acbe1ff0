import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addVideo, addVideos, followAlbum } from '#tests/support/albums.ts';
import { createUser, ledgerFaults } from '#tests/support/ledger.ts';
import { brokenClip, fakeFilms, shownBy, untilAborted } from '#tests/support/fake-films.ts';
import { createBarrier } from '#tests/support/barrier.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import type { FilmRequest } from '#server/engine/join/types.ts';
import { deleteTask } from '../generation/tasks.ts';
import { failAbandoned, removeOrphans } from '../job-lifecycle/sweep-jobs.ts';
import { cancelAlbum } from './album-actions.ts';
import { createAlbum } from './request-album.ts';
import { runAlbum } from './make-album.ts';
import { getAlbum } from './album-status.ts';
import { albumJob, failAlbum } from './album-job.ts';

/** Hook that runs before a film is made; set by each test. */
let before: (request: FilmRequest) => Promise<void>;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ films: fakeFilms((request) => before(request)) });
});
beforeEach(() => {
  before = async () => {};
});
afterAll(() => server.close());

/** A new user's album, made by the server's own worker. */
async function start(count = 2): Promise<{ userId: string; albumId: string; videoIds: string[] }> {
  const userId = await createUser(server.deps.db);
  const videoIds = await addVideos(server, userId, count);
  return { userId, videoIds, albumId: await ask(userId, videoIds) };
}

async function ask(userId: string, videoIds: string[]): Promise<string> {
  return (await createAlbum(server.deps, userId, { videoIds, albumName: 'Nonna' })).mergeId;
}

async function stored(albumId: string): Promise<Record<string, string>> {
  const { storage } = server.deps;
  const runs = await storage.list(`albums/${albumId}`);
  const keys = (await Promise.all(runs.map((run) => storage.list(run)))).flat();
  const contents = await Promise.all(
    keys.map(async (key) => [key.split('/').at(-1), shownBy(await text(await storage.read(key)))] as const),
  );
  return Object.fromEntries(contents);
}

async function expectNothingLeft(albumId: string): Promise<void> {
  await expect.poll(() => server.deps.storage.list(`albums/${albumId}`)).toEqual([]);
  await expect.poll(() => readdir(server.deps.workRoot)).toEqual([]);
}

test('an album is made in both renditions, in the requested order, and its progress never falls', async () => {
  const { userId, albumId, videoIds } = await start(3);
  const updates = await followAlbum(server, userId, albumId);
  expect(updates.at(-1)).toEqual({
    mergeId: albumId,
    status: 'completed',
    albumName: 'Nonna',
    queuePosition: 0,
    totalVideos: 3,
    progress: 100,
    musicTrack: null,
    videoIds,
    createdAt: expect.any(String),
    outputUrl: `/api/public/album/${albumId}`,
    posterUrl: `/api/public/album/${albumId}/poster.jpg`,
    downloadUrl: `/api/public/album/${albumId}?download=1`,
    width: 4,
    height: 2,
    format: 'auto',
    recipe: {
      version: 1,
      videoIds,
      albumName: 'Nonna',
      asMade: Array.from({ length: 3 }, () => ({ run: expect.stringMatching(/^[a-z2-7]{32}$/) })),
    },
    seconds: 16,
    timeline: [
      { kind: 'video', videoId: videoIds[0], from: 0, to: 6 },
      { kind: 'video', videoId: videoIds[1], from: 5, to: 11 },
      { kind: 'video', videoId: videoIds[2], from: 10, to: 16 },
    ],
  });
  const bars = updates.map(({ progress }) => progress);
  expect(bars).toEqual(bars.toSorted((a, b) => a - b));
  expect(await stored(albumId)).toEqual({
    'clean.mp4': 'ABC',
    'poster-clean.jpg': 'A',
    'watermarked.mp4': 'abc',
    'poster-watermarked.jpg': 'a',
  });
  expect(await ledgerFaults(server.deps.pool, userId)).toEqual([]);
});

test('an unreadable clip fails the album at once, with its message', async () => {
  const userId = await createUser(server.deps.db);
  const broken = { clean: brokenClip, watermarked: brokenClip };
  const videoIds = [...(await addVideos(server, userId, 1)), await addVideo(server, userId, broken)];
  const albumId = await ask(userId, videoIds);
  const end = (await followAlbum(server, userId, albumId)).at(-1);
  expect(end).toMatchObject({ status: 'failed', code: 'album_failed' });
  expect(end?.error).toContain('incompatible video formats');
  await expectNothingLeft(albumId);
});

test('an album fails with its message if a video was deleted first or its file is gone', async () => {
  const gate = Promise.withResolvers<void>();
  before = () => gate.promise;
  const held = await start();
  const [deleted, lost] = [await start(), await start()];
  await deleteTask(server.deps.db, deleted.userId, deleted.videoIds[1] ?? '');
  await server.deps.storage.remove(`tasks/${lost.videoIds[0]}`);
  gate.resolve();
  for (const { userId, albumId } of [deleted, lost]) {
    expect((await followAlbum(server, userId, albumId)).at(-1)).toMatchObject({
      status: 'failed',
      code: 'album_video_gone',
      error: 'One of the videos is no longer there. Please create the album again without it.',
    });
    await expectNothingLeft(albumId);
  }
  expect((await followAlbum(server, held.userId, held.albumId)).at(-1)?.status).toBe('completed');
});

test('the queue retries after a transient failure of the film maker', async () => {
  let tries = 0;
  before = async () => {
    tries += 1;
    if (tries === 1) throw new Error('no memory');
  };
  const { userId, albumId } = await start();
  expect((await followAlbum(server, userId, albumId)).at(-1)?.status).toBe('completed');
  expect(tries).toBe(3);
});

test('cancelling stops the running job in any process, and leaves no files', async () => {
  const begun = Promise.withResolvers<AbortSignal>();
  before = ({ signal }) => {
    begun.resolve(signal);
    return untilAborted(signal);
  };
  const { userId, albumId } = await start();
  const signal = await begun.promise;
  expect(await getAlbum(server.deps.db, userId, albumId)).toMatchObject({
    status: 'processing',
    queuePosition: 0,
  });
  const canceled = await cancelAlbum(server.deps, userId, albumId);
  expect(canceled).toMatchObject({
    status: 'failed',
    code: 'album_canceled',
    error: 'The album was cancelled.',
  });
  await expect(untilAborted(signal)).rejects.toThrow('the album has ended');
  await expectNothingLeft(albumId);
  expect(await cancelAlbum(server.deps, userId, albumId)).toEqual(canceled);
  // The worker is free again, and the job counts as completed.
  before = async () => {};
  const next = await start();
  await followAlbum(server, next.userId, next.albumId);
  const jobs = await server.deps.queue.findJobs('merge-album', { data: { albumId } });
  expect(jobs.map(({ state, retryCount }) => [state, retryCount])).toEqual([['completed', 0]]);
});

test('an album canceled while it waits is never started', async () => {
  const gate = Promise.withResolvers<void>();
  const begun: string[] = [];
  before = async ({ output }) => {
    begun.push(output);
    await gate.promise;
  };
  const held = await start();
  await followAlbum(server, held.userId, held.albumId, ({ status }) => status === 'processing');
  const waiting = await start();
  await cancelAlbum(server.deps, waiting.userId, waiting.albumId);
  gate.resolve();
  await followAlbum(server, held.userId, held.albumId);
  const last = await start();
  await followAlbum(server, last.userId, last.albumId);
  expect(begun).toHaveLength(4);
  await expectNothingLeft(waiting.albumId);
});

test('two concurrent runs of one album take effect once and leave one set of files', async () => {
  before = createBarrier(2).wait;
  const { userId, albumId } = await start();
  await followAlbum(server, userId, albumId, ({ status }) => status === 'processing');
  // A worker on another machine uses another disk.
  const elsewhere = { ...server.deps, workRoot: server.deps.uploadDir };
  await runAlbum(elsewhere, albumId, new AbortController().signal);
  expect((await followAlbum(server, userId, albumId)).at(-1)?.status).toBe('completed');
  await expect.poll(() => readdir(server.deps.workRoot)).toEqual([]);
  expect(await server.deps.storage.list(`albums/${albumId}`)).toHaveLength(1);
  expect(Object.keys(await stored(albumId))).toHaveLength(4);
});

test('a run after the end changes nothing, and removes the leftovers of a dead run', async () => {
  const { userId, albumId } = await start();
  await followAlbum(server, userId, albumId);
  const kept = await stored(albumId);
  await mkdir(path.join(server.deps.workRoot, `album-${albumId}-dead`));
  await runAlbum(server.deps, albumId, new AbortController().signal);
  await expect.poll(() => readdir(server.deps.workRoot)).toEqual([]);
  expect(await failAlbum(server.deps, albumId, 'album_failed')).toBe(false);
  expect(await stored(albumId)).toEqual(kept);
  await runAlbum(server.deps, 'unknown', new AbortController().signal);
});

test('a run that is stopped leaves the album to the next one, and no files', async () => {
  let patient = false;
  const films = fakeFilms(({ signal }) => (patient ? Promise.resolve() : untilAborted(signal)));
  const idle = await startTestServer({ jobs: false, films });
  try {
    const userId = await createUser(idle.deps.db);
    const videoIds = await addVideos(idle, userId);
    const { mergeId } = await createAlbum(idle.deps, userId, { videoIds, albumName: 'Nonna' });
    const stopping = AbortSignal.abort(new Error('Memori is stopping'));
    await expect(runAlbum(idle.deps, mergeId, stopping)).rejects.toThrow('Memori is stopping');
    expect(await readdir(idle.deps.workRoot)).toEqual([]);
    expect(await getAlbum(idle.deps.db, userId, mergeId)).toMatchObject({ status: 'processing' });
    patient = true;
    await runAlbum(idle.deps, mergeId, new AbortController().signal);
    expect(await getAlbum(idle.deps.db, userId, mergeId)).toMatchObject({ status: 'completed' });
  } finally {
    await idle.close();
  }
});

test('a run that fails late does not touch the folder of the next run', async () => {
  const begun = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const gate = Promise.withResolvers<void>();
  let films = 0;
  const idle = await startTestServer({
    jobs: false,
    films: fakeFilms(async ({ signal }) => {
      const film = films++;
      begun[film]?.resolve();
      if (film === 0) await untilAborted(signal);
      if (film === 1) await gate.promise;
    }),
  });
  try {
    const userId = await createUser(idle.deps.db);
    const videoIds = await addVideos(idle, userId);
    const { mergeId } = await createAlbum(idle.deps, userId, { videoIds, albumName: 'Nonna' });
    const stalling = new AbortController();
    const late = runAlbum(idle.deps, mergeId, stalling.signal);
    await begun[0]?.promise;
    const next = runAlbum(idle.deps, mergeId, new AbortController().signal);
    await begun[1]?.promise;
    stalling.abort(new Error('stalled'));
    await expect(late).rejects.toThrow('stalled');
    expect(await readdir(idle.deps.workRoot)).toHaveLength(1);
    gate.resolve();
    await next;
    expect(await getAlbum(idle.deps.db, userId, mergeId)).toMatchObject({ status: 'completed' });
    expect(await readdir(idle.deps.workRoot)).toEqual([]);
  } finally {
    await idle.close();
  }
});

test('a job that failed for good ends its album', async () => {
  before = () => Promise.reject(new Error('no memory'));
  const { userId, albumId } = await start();
  await followAlbum(server, userId, albumId, ({ status }) => status === 'processing');
  await mkdir(path.join(server.deps.workRoot, `album-${albumId}-dead`));
  await server.deps.queue.send('merge-album-dead', { albumId });
  expect((await followAlbum(server, userId, albumId)).at(-1)).toMatchObject({ code: 'album_failed' });
  await expectNothingLeft(albumId);
});

test('an album whose job has vanished is ended', async () => {
  const idle = await startTestServer({ jobs: false });
  try {
    const userId = await createUser(idle.deps.db);
    const videoIds = await addVideos(idle, userId);
    const { mergeId } = await createAlbum(idle.deps, userId, { videoIds, albumName: 'Nonna' });
    const longAgo = new Date(Date.now() - 3_600_000);
    await idle.deps.db.album.update({ where: { id: mergeId }, data: { createdAt: longAgo } });
    expect(await failAbandoned(albumJob, idle.deps)).toBe(0);
    await idle.deps.queue.deleteAllJobs('merge-album');
    expect(await failAbandoned(albumJob, idle.deps)).toBe(1);
    expect(await failAbandoned(albumJob, idle.deps)).toBe(0);
    expect(await getAlbum(idle.deps.db, userId, mergeId)).toMatchObject({ code: 'album_failed' });
  } finally {
    await idle.close();
  }
});

test('removes files that belong to no album, and keeps those of albums', async () => {
  const { storage } = server.deps;
  const { userId, albumId } = await start();
  await followAlbum(server, userId, albumId);
  const kept = await stored(albumId);
  await storage.putBytes(`albums/${albumId}/lost-run/clean.mp4`, new Uint8Array([1]));
  await storage.putBytes('albums/nobody/run/clean.mp4', new Uint8Array([1]));
  const later = () => removeOrphans(albumJob, server.deps, Date.now() + 2 * 3_600_000);
  expect(await removeOrphans(albumJob, server.deps)).toBe(1);
  expect(await later()).toBe(1);
  expect(await later()).toBe(0);
  expect(await stored(albumId)).toEqual(kept);
});
