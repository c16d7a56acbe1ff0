import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';
import { failTask } from '#server/features/generation/running/video-job.ts';

/** Accepts work but runs no jobs: tests decide when a task ends. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

async function newTask() {
  const visitor = await newVisitor(server.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  return { visitor, taskId, path: `/api/video/tasks/${taskId}/events` };
}

test('a token can follow its task to the end through server-sent events', async () => {
  const { visitor, taskId, path } = await newTask();
  const made = await visitor.post('/api/tokens', { name: 'A', scopes: ['read'] });
  const { token } = (await made.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}`, 'last-event-id': 'Success:100' };
  const answer = await fetch(server.url + path, { headers });
  const type = answer.headers.get('content-type');
  expect([answer.status, type]).toEqual([200, 'text/event-stream; charset=utf-8']);
  let body = '';
  for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    if (!body) await failTask(server.deps, taskId, 'generation_failed');
    body += text;
  }
  const events = body.split('\n\n').filter((event) => event.startsWith('id: '));
  const data = events.map((event) => JSON.parse(event.split('\ndata: ')[1] ?? '') as object);
  expect(data).toMatchObject([
    { taskId, status: 'Queued', progress: 0 },
    { taskId, status: 'Fail', code: 'generation_failed' },
  ]);
});

test('another user’s task has no events', async () => {
  const { path } = await newTask();
  const stranger = await newVisitor(server.url);
  const answer = await stranger.get(path);
  expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'task_not_found' }]);
});

test('HEAD answers the headers of a stream at once, and no event', async () => {
  const { visitor, path } = await newTask();
  const answer = await fetch(server.url + path, { method: 'HEAD', headers: { cookie: visitor.cookie } });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  const unknown = `${server.url}/api/video/tasks/${'a'.repeat(32)}/events`;
  expect((await fetch(unknown, { method: 'HEAD', headers: { cookie: visitor.cookie } })).status).toBe(404);
});

test('an idle stream sends a heartbeat every 15 seconds', async () => {
  const { visitor, path } = await newTask();
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const hangUp = new AbortController();
  try {
    const headers = { cookie: visitor.cookie };
    const answer = await fetch(server.url + path, { headers, signal: hangUp.signal });
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    const heartbeats = () => received.match(/^:$/gm)?.length ?? 0;
    const read = async () => void (received += (await reader?.read())?.value ?? '');
    await read();
    expect(received).toMatch(/^id: Queued:0\n/);
    for (const count of [1, 2]) {
      expect(heartbeats()).toBe(count - 1);
      vi.advanceTimersByTime(15_000);
      // The notification of the task's creation can come late, and repeat its status.
      while (heartbeats() < count) await read();
    }
  } finally {
    hangUp.abort();
    vi.useRealTimers();
  }
});

test('a stream ends when its client disconnects', async () => {
  const { visitor, path } = await newTask();
  const opened = vi.spyOn(server.deps.streams, 'open');
  const hangUp = new AbortController();
  const headers = { cookie: visitor.cookie };
  await fetch(server.url + path, { headers, signal: hangUp.signal });
  const stream = opened.mock.results[0]?.value as { signal: AbortSignal };
  hangUp.abort();
  await vi.waitFor(() => expect(stream.signal.aborted).toBe(true), 300_000);
  opened.mockRestore();
});
