import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';
import { grant } from '#server/features/credits/ledger.ts';
import { failTask } from '#server/features/generation/running/video-job.ts';
import { secondsToWait } from './wait.ts';

/** Accepts work but runs no jobs: tests decide when a task ends. */
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

const statusOf = async (answer: Response) => ((await answer.json()) as { status: string }).status;

async function generate(headers: Record<string, string>): Promise<Response> {
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(await portrait())], 'photo.jpg'));
  return fetch(`${server.url}/api/video/generate`, { method: 'POST', body: form, headers });
}

/** Observes waiting calls until disposed: `begun` resolves when this many have started to wait. */
function spyOnWaits() {
  const open = vi.spyOn(server.deps.streams, 'open');
  return {
    begun: (count: number) =>
      vi.waitFor(() => expect(open.mock.results.length).toBeGreaterThanOrEqual(count), 300_000),
    [Symbol.dispose]: () => open.mockRestore(),
  };
}

test.each([
  [undefined, 0],
  ['respond-async', 0],
  ['wait=soon', 0],
  ['wait=-1', 0],
  ['await=5', 0],
  ['wait=5', 5],
  ['respond-async, Wait = "7"; x=y', 7],
  ['wait=61', 60],
])('Prefer: %s waits %i seconds', (prefer, seconds) => {
  expect(secondsToWait(prefer)).toBe(seconds);
});

test('a waiting status call returns when the task has ended', async () => {
  const visitor = await newVisitor(server.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  using waits = spyOnWaits();
  const waiting = visitor.get(`/api/video/status/${taskId}`, { prefer: 'wait=60' });
  await waits.begun(1);
  await failTask(server.deps, taskId, 'generation_failed');
  const answer = await waiting;
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'wait=60']);
  expect(await statusOf(answer)).toBe('Fail');
  const at = await visitor.get(`/api/video/status/${taskId}`);
  expect([at.headers.get('preference-applied'), await statusOf(at)]).toEqual([null, 'Fail']);
});

test('a waiting status call returns the current state after its time', async () => {
  const visitor = await newVisitor(server.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  const answer = await visitor.get(`/api/video/status/${taskId}`, { prefer: 'wait=1' });
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([200, 'wait=1']);
  expect(await statusOf(answer)).toBe('Queued');
  const unknown = await visitor.get(`/api/video/status/${'a'.repeat(32)}`, { prefer: 'wait=60' });
  expect(unknown.status).toBe(404);
});

test('a waiting upload returns when its task has ended', async () => {
  const visitor = await newVisitor(server.url);
  using waits = spyOnWaits();
  const waiting = generate({ cookie: visitor.cookie, prefer: 'wait=60' });
  await waits.begun(1);
  const [task] = await server.deps.db.videoTask.findMany({ where: { userId: visitor.userId } });
  await failTask(server.deps, String(task?.id), 'generation_failed');
  const answer = await waiting;
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, 'wait=60']);
  expect(await statusOf(answer)).toBe('Fail');
});

test('without the read scope an upload is accepted and does not wait', async () => {
  const visitor = await newVisitor(server.url);
  const made = await visitor.post('/api/tokens', { name: 'A', scopes: ['generate'] });
  const { token } = (await made.json()) as { token: string };
  const answer = await generate({ authorization: `Bearer ${token}`, prefer: 'wait=60' });
  expect([answer.status, answer.headers.get('preference-applied')]).toEqual([202, null]);
  expect(await statusOf(answer)).toBe('Queued');
});

test('a server that stops answers waiting calls', async () => {
  const stopped = await startTestServer({ jobs: false });
  try {
    const visitor = await newVisitor(stopped.url);
    const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
    const open = vi.spyOn(stopped.deps.streams, 'open');
    const waiting = visitor.get(`/api/video/status/${taskId}`, { prefer: 'wait=60' });
    await vi.waitFor(() => expect(open).toHaveBeenCalled(), 300_000);
    await stopped.deps.events.close();
    expect(await statusOf(await waiting)).toBe('Queued');
  } finally {
    await stopped.close();
  }
});

test('waiting uploads do not hold up further uploads of the user', async () => {
  const visitor = await newVisitor(server.url);
  await grant(server.deps.db, { userId: visitor.userId, amount: 5, reference: 'five' });
  using waits = spyOnWaits();
  const prefer = { cookie: visitor.cookie, prefer: 'wait=60' };
  const waiting = [generate(prefer), generate(prefer)];
  await waits.begun(2);
  expect((await visitor.generate(await portrait())).status).toBe(202);
  const tasks = await server.deps.db.videoTask.findMany({ where: { userId: visitor.userId } });
  await Promise.all(tasks.map(({ id }) => failTask(server.deps, id, 'generation_failed')));
  for (const answer of await Promise.all(waiting)) expect(await statusOf(answer)).toBe('Fail');
});

test('an eleventh wait of a user ends the oldest one early', async () => {
  const visitor = await newVisitor(server.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  using waits = spyOnWaits();
  const waiting: Promise<Response>[] = [];
  while (waiting.length < 11) {
    waiting.push(visitor.get(`/api/video/status/${taskId}`, { prefer: 'wait=60' }));
    await waits.begun(waiting.length);
  }
  const [oldest, ...others] = waiting;
  const early = await oldest;
  expect([early?.status, early && (await statusOf(early))]).toEqual([200, 'Queued']);
  await failTask(server.deps, taskId, 'generation_failed');
  for (const answer of await Promise.all(others)) expect(await statusOf(answer)).toBe('Fail');
});

test('a wait ends when its client disconnects', async () => {
  const visitor = await newVisitor(server.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  const open = vi.spyOn(server.deps.streams, 'open');
  const hangUp = new AbortController();
  const headers = { cookie: visitor.cookie, prefer: 'wait=60' };
  const pending = fetch(`${server.url}/api/video/status/${taskId}`, { headers, signal: hangUp.signal });
  const refusal = pending.catch((error: unknown) => error);
  await vi.waitFor(() => expect(open).toHaveBeenCalled(), 300_000);
  const stream = open.mock.results[0]?.value as { signal: AbortSignal };
  hangUp.abort();
  expect(await refusal).toMatchObject({ name: 'AbortError' });
  await vi.waitFor(() => expect(stream.signal.aborted).toBe(true), 300_000);
  open.mockRestore();
});
