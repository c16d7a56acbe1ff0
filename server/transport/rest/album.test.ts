import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { addVideos, clientOf, followAlbum } from '#tests/support/albums.ts';
import { fakeFilms, shownBy } from '#tests/support/fake-films.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
/** A user for tests that need no particular one. */
let visitor: Visitor;
beforeAll(async () => {
  server = await startTestServer({ films: fakeFilms() });
  visitor = await newVisitor(server.url);
});
afterAll(() => server.close());

async function merge(asker: Visitor, body: object): Promise<string> {
  const response = await asker.post('/api/video/merge', body);
  expect(response.status).toBe(202);
  const { mergeId, queuePosition } = (await response.json()) as { mergeId: string; queuePosition: number };
  expect(mergeId).toMatch(/^[a-z2-7]{32}$/);
  expect(queuePosition).toBeGreaterThanOrEqual(0);
  return mergeId;
}

test('videos become an album that an integrator can find, play and download', async () => {
  const visitor = await newVisitor(server.url);
  const videoIds = (await addVideos(server, visitor.userId, 3)).reverse();
  const mergeId = await merge(visitor, { videoIds, albumName: '  Estate al mare ', musicTrack: 'sedative' });
  await followAlbum(server, visitor.userId, mergeId);
  const status = (await (await visitor.get(`/api/video/merge/${mergeId}`)).json()) as MergeStatus;
  expect(status).toMatchObject({
    status: 'completed',
    albumName: 'Estate al mare',
    queuePosition: 0,
    totalVideos: 3,
    musicTrack: 'sedative',
    outputUrl: `${server.url}/api/public/album/${mergeId}`,
  });
  expect(status).not.toHaveProperty('error');
  // Public without a cookie, and watermarked, because the owner has not paid.
  const film = await fetch(status.outputUrl ?? '', { headers: { range: 'bytes=1-' } });
  expect([film.status, shownBy(await film.text())]).toEqual([206, 'ba']);
  expect(await (await fetch(status.posterUrl ?? '')).text()).toBe('c');
  const file = await fetch(status.downloadUrl ?? '');
  expect(shownBy(await file.text())).toBe('cba');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="Estate al mare-album.mp4"');
  expect(await visitor.credits()).toBe(1);
});

test.each([
  [{ videoIds: [] }, 'album_too_few_videos'],
  [{ videoIds: ['a'.repeat(32)] }, 'album_too_few_videos'],
  [{ videoIds: ['a'.repeat(32), 'a'.repeat(32)] }, 'album_duplicate_videos'],
  [{ videoIds: ['a'.repeat(32), 'b'.repeat(32)] }, 'task_not_found'],
  [{ videoIds: ['a'.repeat(32), '../b'] }, 'task_not_found'],
  [{ videoIds: 'all' }, 'invalid_request'],
  [{ albumName: undefined }, 'album_name_required'],
  [{ albumName: ' \u0000\n ' }, 'album_name_required'],
  [{ albumName: 'x'.repeat(101) }, 'album_name_too_long'],
  [{ musicTrack: 'None' }, 'invalid_music_track'],
  [{ musicTrack: null }, 'invalid_music_track'],
  [{ pace: 'fast' }, 'invalid_request'],
  [{ format: '4:3' }, 'invalid_request'],
  [{ length: 30 }, 'invalid_request'],
  [{ titleCard: 'yes' }, 'invalid_request'],
  [{ dedication: 'x'.repeat(201) }, 'film_words_too_long'],
  [{ closing: 'x'.repeat(201) }, 'film_words_too_long'],
  // Invalid values are reported before unknown ids.
  [{ videoIds: ['a'.repeat(32), '../b'], albumName: ' ' }, 'album_name_required'],
  [{ videoIds: ['nobody', 'knows'], musicTrack: 'loud' }, 'invalid_music_track'],
])('a wrong request is refused: %#', async (change, code) => {
  const [first, second] = ['a'.repeat(32), 'b'.repeat(32)];
  const body = { videoIds: [first, second], albumName: 'Nonna', ...change };
  const response = await visitor.post('/api/video/merge', body);
  expect(await response.json()).toMatchObject({ code });
  expect(response.status).toBe(code === 'task_not_found' ? 404 : 400);
});

test.each([{}, { musicTrack: 'none' }])('%j means no music', async (music) => {
  const videoIds = await addVideos(server, visitor.userId, 2);
  const mergeId = await merge(visitor, { videoIds, albumName: 'Nonna', ...music });
  await followAlbum(server, visitor.userId, mergeId);
  const status = await (await visitor.get(`/api/video/merge/${mergeId}`)).json();
  expect(status).toMatchObject({ status: 'completed', progress: 100, musicTrack: null });
});

test('fifty videos are accepted, fifty-one are not', async () => {
  const videoIds = await addVideos(server, visitor.userId, 51);
  const refused = await visitor.post('/api/video/merge', { videoIds, albumName: 'Nonna' });
  expect(await refused.json()).toMatchObject({ code: 'album_too_many_videos' });
  const mergeId = await merge(visitor, { videoIds: videoIds.slice(0, 50), albumName: 'Nonna' });
  const end = (await followAlbum(server, visitor.userId, mergeId)).at(-1);
  expect(end).toMatchObject({ status: 'completed', totalVideos: 50 });
});

test.each([
  [
    'Così 👵 "è"',
    `attachment; filename="Cos? ?? \\"?\\"-album.mp4"; filename*=UTF-8''Cos%C3%AC%20%F0%9F%91%B5%20%22%C3%A8%22-album.mp4`,
  ],
  ['a/b\\c', 'attachment; filename=a_b_c-album.mp4'],
  ['../..', 'attachment; filename=.._..-album.mp4'],
  ['%2e%2e', "attachment; filename=%2e%2e-album.mp4; filename*=UTF-8''%252e%252e-album.mp4"],
  ['two\r\nlines', 'attachment; filename="two lines-album.mp4"'],
  ['x'.repeat(100), `attachment; filename=${'x'.repeat(100)}-album.mp4`],
  ['\ud83d', 'attachment; filename="?-album.mp4"; filename*=UTF-8\'\'%EF%BF%BD-album.mp4'],
])('the file is named after the album: %#', async (albumName, disposition) => {
  const videoIds = await addVideos(server, visitor.userId);
  const mergeId = await merge(visitor, { videoIds, albumName });
  await followAlbum(server, visitor.userId, mergeId);
  const file = await fetch(`${server.url}/api/public/album/${mergeId}?download=1`, { method: 'HEAD' });
  expect(file.status).toBe(200);
  expect(file.headers.get('content-disposition')).toBe(disposition);
});

test('other users can’t tell whether an album exists, and anonymous callers get 401', async () => {
  const [owner, other] = [await newVisitor(server.url), await newVisitor(server.url)];
  const mergeId = await merge(owner, { videoIds: await addVideos(server, owner.userId), albumName: 'Nonna' });
  await followAlbum(server, owner.userId, mergeId);
  const unknown = 'a'.repeat(32);
  for (const method of ['GET', 'DELETE']) {
    const ask = async (id: string, cookie: string) => {
      const response = await fetch(`${server.url}/api/video/merge/${id}`, { method, headers: { cookie } });
      return [response.status, await response.json()];
    };
    const missing = await ask(unknown, other.cookie);
    expect(missing).toMatchObject([404, { error: 'Album not found', code: 'album_not_found' }]);
    expect(await ask(mergeId, other.cookie)).toEqual(missing);
    expect(await ask('not-an-id', other.cookie)).toEqual(missing);
    expect((await ask(mergeId, ''))[0]).toBe(401);
  }
  const client = clientOf(server, other);
  for (const call of ['cancel', 'retry', 'delete', 'restore'] as const)
    await expect(client.album[call].mutate({ mergeId })).rejects.toMatchObject({
      data: { errorCode: 'album_not_found', httpStatus: 404 },
    });
  expect(await client.album.list.query()).toEqual([]);
  expect((await fetch(`${server.url}/api/public/album/${unknown}`)).status).toBe(404);
  expect((await fetch(`${server.url}/api/public/album/not-an-id`)).status).toBe(404);
});

test('too many unfinished albums get 429 with a retry delay', async () => {
  const idle = await startTestServer({ jobs: false });
  try {
    const visitor = await newVisitor(idle.url);
    const body = { videoIds: await addVideos(idle, visitor.userId), albumName: 'Nonna' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => visitor.post('/api/video/merge', body)),
    );
    expect(answers.filter(({ status }) => status === 202)).toHaveLength(5);
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({ code: 'too_many_albums' });
    expect(refused?.headers.get('retry-after')).toBe('30');
    const client = clientOf(idle, visitor);
    const positions = (await client.album.list.query()).map(({ queuePosition }) => queuePosition);
    expect(positions).toEqual([5, 4, 3, 2, 1]);
    const mergeId = (await client.album.list.query()).at(-1)?.mergeId ?? '';
    await expect(client.album.delete.mutate({ mergeId })).rejects.toMatchObject({
      data: { errorCode: 'album_not_finished', httpStatus: 409 },
    });
    expect(await client.album.cancel.mutate({ mergeId })).toMatchObject({ code: 'album_canceled' });
    expect((await client.album.list.query()).map(({ queuePosition }) => queuePosition)).toEqual([4, 3, 2, 1]);
    const metrics = await (await fetch(`${idle.url}/metrics`)).text();
    expect(metrics).toContain('memori_work_unfinished{kind="album",state="waiting",test="false"} 4');
  } finally {
    await idle.close();
  }
});

test('the typed client receives every step, and can’t cancel an album that has ended', async () => {
  const client = clientOf(server, visitor);
  const videoIds = await addVideos(server, visitor.userId);
  const { mergeId } = await client.album.create.mutate({ videoIds, albumName: 'Nonna' });
  const input = encodeURIComponent(JSON.stringify({ mergeId }));
  const stream = await visitor.get(`/api/trpc/album.watch?input=${input}`);
  const statuses = [...(await stream.text()).matchAll(/"status":"(\w+)"/g)].map(([, status]) => status);
  expect(statuses.at(-1)).toBe('completed');
  await expect(client.album.cancel.mutate({ mergeId })).rejects.toMatchObject({
    data: { errorCode: 'album_finished', httpStatus: 409 },
  });
});
