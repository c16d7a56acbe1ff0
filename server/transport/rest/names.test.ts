import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MergeStatus } from '#shared/schemas/album.ts';
import type { VideoTask } from '#shared/schemas/video.ts';
import { addVideos, clientOf, followAlbum } from '#tests/support/albums.ts';
import { fakeFilms } from '#tests/support/fake-films.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ films: fakeFilms() });
});
afterAll(() => server.close());

test('a video can be named, is listed and downloaded under its name, and can lose it again', async () => {
  const visitor = await newVisitor(server.url);
  const [taskId = ''] = await addVideos(server, visitor.userId, 1);
  const path = `/api/video/tasks/${taskId}`;
  const named = await visitor.patch(path, { name: ' Nonna Rosa,\n1931: così ' });
  expect(named.status).toBe(200);
  expect(await named.json()).toMatchObject({ taskId, status: 'Success', name: 'Nonna Rosa, 1931: così' });
  const [listed] = (await (await visitor.get('/api/video/tasks')).json()) as VideoTask[];
  expect(listed).toMatchObject({ name: 'Nonna Rosa, 1931: così', originalFilename: 'a.jpg', takenOn: null });
  const saved = await fetch(listed?.downloadUrl ?? '');
  expect(saved.headers.get('content-disposition')).toBe(
    `attachment; filename="Nonna Rosa, 1931_ cos?.mp4"; filename*=UTF-8''Nonna%20Rosa%2C%201931_%20cos%C3%AC.mp4`,
  );
  for (const name of [null, '']) {
    expect(await (await visitor.patch(path, { name })).json()).toMatchObject({ name: null });
    const unnamed = await fetch(listed?.downloadUrl ?? '');
    expect(unnamed.headers.get('content-disposition')).toBe(
      `attachment; filename=memori-video-${taskId}.mp4`,
    );
  }
});

test('a name beyond Latin-1 is encoded by RFC 8187', async () => {
  const visitor = await newVisitor(server.url);
  const [taskId = ''] = await addVideos(server, visitor.userId, 1);
  await visitor.patch(`/api/video/tasks/${taskId}`, { name: '家族 "1"/2' });
  const { headers } = await visitor.get(`/api/public/video/${taskId}?download=1`);
  expect(headers.get('content-disposition')).toBe(
    `attachment; filename="?? _1__2.mp4"; filename*=UTF-8''%E5%AE%B6%E6%97%8F%20_1__2.mp4`,
  );
});

test('only the owner can name a video, and only validly', async () => {
  const owner = await newVisitor(server.url);
  const other = await newVisitor(server.url);
  const [taskId = ''] = await addVideos(server, owner.userId, 1);
  const path = `/api/video/tasks/${taskId}`;
  expect((await other.patch(path, { name: 'Mine' })).status).toBe(404);
  expect((await other.patch('/api/video/tasks/nonsense', { name: 'Mine' })).status).toBe(404);
  expect((await owner.patch(path, { name: 'x'.repeat(80) })).status).toBe(200);
  const refused = await owner.patch(path, { name: 'x'.repeat(81) });
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: 'The name must be at most 80 characters', code: 'name_too_long' },
  ]);
  for (const body of [{}, { name: 7 }, [], null])
    expect([body, (await owner.patch(path, body)).status]).toEqual([body, 400]);
});

test('an upload may set a name, and reports the date on which the photo was taken', async () => {
  const visitor = await newVisitor(server.url);
  const long = await visitor.generate(await portrait(), { fields: { name: 'x'.repeat(81) } });
  expect([long.status, await long.json()]).toMatchObject([400, { code: 'name_too_long' }]);
  const response = await visitor.generate(await portrait(), { fields: { name: 'Zia\u202e Pina' } });
  expect(response.status).toBe(202);
  const { tasks } = await clientOf(server, visitor).video.tasks.query();
  expect(tasks[0]).toMatchObject({ name: 'Zia Pina', takenOn: null });
});

test('an album can be renamed, and its file with it', async () => {
  const visitor = await newVisitor(server.url);
  const videoIds = await addVideos(server, visitor.userId, 2);
  const { album } = clientOf(server, visitor);
  const { mergeId } = await album.create.mutate({ videoIds, albumName: 'Nonna' });
  await followAlbum(server, visitor.userId, mergeId);
  const path = `/api/video/merge/${mergeId}`;
  const renamed = (await (await visitor.patch(path, { name: ' Nonna Rosa ' })).json()) as MergeStatus;
  expect(renamed).toMatchObject({ mergeId, albumName: 'Nonna Rosa', status: 'completed' });
  const file = await fetch(renamed.downloadUrl ?? '');
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="Nonna Rosa-album.mp4"');
  const stranger = await newVisitor(server.url);
  expect((await stranger.patch(path, { name: 'Mine' })).status).toBe(404);
  expect(await (await visitor.patch(path, { name: ' ' })).json()).toMatchObject({
    code: 'album_name_required',
  });
});

test('the database refuses a name that can’t be displayed', async () => {
  const visitor = await newVisitor(server.url);
  const [taskId = ''] = await addVideos(server, visitor.userId, 1);
  for (const name of ['', ' a', 'a\nb', 'a\u202eb', 'x'.repeat(81)]) {
    const update = server.deps.pool.query('UPDATE video_task SET name = $2 WHERE id = $1', [taskId, name]);
    await expect(update).rejects.toThrow('video_task_name_check');
  }
});
