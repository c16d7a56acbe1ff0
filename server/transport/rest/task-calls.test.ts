import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo, fakeVideo } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

test('an accepted photo returns the addresses of its task and of its cancellation', async () => {
  const visitor = await newVisitor(server.url);
  const accepted = await visitor.generate(await portrait());
  const body = (await accepted.json()) as { taskId: string; status_url: string; cancel_url: string };
  expect(body).toEqual({
    taskId: body.taskId,
    status: 'Queued',
    status_url: `${server.url}/api/video/status/${body.taskId}`,
    cancel_url: `${server.url}/api/video/tasks/${body.taskId}/cancel`,
  });
  expect(accepted.headers.get('location')).toBe(`/api/video/tasks/${body.taskId}`);
  const headers = { cookie: visitor.cookie };
  expect(await (await fetch(body.status_url, { headers })).json()).toMatchObject({ status: 'Queued' });
  const canceled = await fetch(body.cancel_url, { method: 'POST', headers });
  expect(await canceled.json()).toMatchObject({ status: 'Cancelled', credits: 1 });
});

test('tasks can be filtered by state and date', async () => {
  const visitor = await newVisitor(server.url);
  const days = ['2026-10-01', '2026-10-02', '2026-10-03'];
  const ids: string[] = [];
  for (const day of days) {
    const id = await addVideo(server, visitor.userId, fakeVideo('a'));
    await server.deps.db.videoTask.update({
      where: { id },
      data: { createdAt: new Date(`${day}T12:00:00Z`) },
    });
    ids.push(id);
  }
  await visitor.generate(await portrait());
  const list = async (query: string) => {
    const answer = await visitor.get(`/api/video/tasks?${query}`);
    return ((await answer.json()) as { id: string }[]).map(({ id }) => ids.indexOf(id));
  };
  expect(await list('')).toEqual([-1, 2, 1, 0]);
  expect(await list('status=Success')).toEqual([2, 1, 0]);
  expect(await list('status=Queued')).toEqual([-1]);
  expect(await list('to=2026-10-03')).toEqual([1, 0]);
  expect(await list('from=2026-10-02T12:00:00Z&to=2026-10-03T14:00:00%2B01:00')).toEqual([2, 1]);
  expect(await list('status=Success&from=2026-10-02&limit=1')).toEqual([2]);
  const outside = ['from=0000-01-01', 'to=0000-12-31', 'from=0001-01-01T00:00:00%2B14:00'];
  expect(await list('from=0001-01-01&to=9999-12-31')).toHaveLength(4);
  for (const wrong of ['status=Done', 'from=yesterday', 'to=2026-13-01', ...outside])
    expect((await visitor.get(`/api/video/tasks?${wrong}`)).status).toBe(400);
});

test('other sites may embed a public video and its poster', async () => {
  const visitor = await newVisitor(server.url);
  const id = await addVideo(server, visitor.userId, fakeVideo('a'));
  for (const path of ['', '/poster.jpg']) {
    const answer = await fetch(`${server.url}/api/public/video/${id}${path}`);
    expect([answer.status, answer.headers.get('cross-origin-resource-policy')]).toEqual([
      200,
      'cross-origin',
    ]);
    await answer.body?.cancel();
  }
});
