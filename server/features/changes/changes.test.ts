import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { grant } from '../credits/ledger.ts';
import { watchProgress } from '../generation/watch-task.ts';
import { publish } from '#server/platform/database/events.ts';
import { createId } from '#server/platform/ids.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

/** The changes sent to the visitor's page, from the moment it is connected. */
async function* changes(visitor: Visitor): AsyncGenerator<Record<string, unknown>> {
  const response = await visitor.get('/api/trpc/changes.watch', { accept: 'text/event-stream' });
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/);
  const lines = response.body?.pipeThrough(new TextDecoderStream());
  let rest = '';
  for await (const chunk of lines ?? []) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const line of parts) {
      const data = /^data: (\{"of".*)$/.exec(line)?.[1];
      if (data) yield JSON.parse(data) as Record<string, unknown>;
    }
  }
}

async function finishedVideo({ userId }: Visitor): Promise<string> {
  const id = createId();
  const finished = { status: 'Success', finishedAt: new Date(), renditionPrefix: 'none' };
  await server.deps.db.videoTask.create({
    data: { id, userId, provider: 'local', prompt: '', originalFilename: 'a.jpg', photoKey: '', ...finished },
  });
  return id;
}

async function next(of: AsyncGenerator<Record<string, unknown>>) {
  return (await of.next()).value as Record<string, unknown>;
}

test('a page receives changes of its own user’s tasks, albums, balance and purchases only', async () => {
  const [visitor, other] = await Promise.all([newVisitor(server.url), newVisitor(server.url)]);
  const heard = changes(visitor);
  expect(await next(heard)).toEqual({ of: 'unknown' });

  await other.generate(await portrait());
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  expect(await next(heard)).toMatchObject({ of: 'task', task: { taskId, status: 'Queued' } });
  expect(await next(heard)).toEqual({ of: 'balance', balance: { credits: 0 } });

  await server.deps.db.$transaction(async (tx) => {
    await grant(tx, { userId: visitor.userId, amount: 5, reference: `cs_${taskId}` });
    await publish(tx, { userId: visitor.userId, topic: 'purchase', id: visitor.userId });
  });
  expect(await next(heard)).toEqual({ of: 'purchase', purchases: 1 });

  const videoIds = [await finishedVideo(visitor), await finishedVideo(visitor)];
  const accepted = await visitor.post('/api/video/merge', { videoIds, albumName: 'Nonna' });
  const { mergeId } = (await accepted.json()) as { mergeId: string };
  expect(await next(heard)).toMatchObject({ of: 'album', album: { mergeId, status: 'pending' } });

  await visitor.post('/api/trpc/video.delete', { taskId: videoIds[0] });
  expect(await next(heard)).toEqual({ of: 'unknown' });
  await heard.return(undefined);
});

test('requires signing in', async () => {
  const answer = await (await fetch(`${server.url}/api/trpc/changes.watch`)).text();
  expect(answer).toContain('"errorCode":"not_signed_in"');
  expect(answer).not.toContain('"of"');
});

/** The kinds of all changes from now on, until the stream ends. */
async function rest(of: AsyncGenerator<Record<string, unknown>>) {
  const heard = [];
  for await (const change of of) heard.push(change['of']);
  return heard;
}

test('an eleventh stream of a user ends the oldest one only', async () => {
  const visitor = await newVisitor(server.url);
  const streams = [];
  for (let index = 0; index < 11; index += 1) {
    const stream = changes(visitor);
    expect(await next(stream)).toEqual({ of: 'unknown' });
    streams.push(stream);
  }
  const [oldest, ...others] = streams;
  expect(await rest(oldest!)).toEqual([]);
  await visitor.generate(await portrait());
  for (const stream of others) expect(await next(stream)).toMatchObject({ of: 'task' });
  for (const stream of others) await stream.return(undefined);
});

const endings: [string, (visitor: Visitor) => Promise<unknown>][] = [
  ['signing out', (visitor) => visitor.post('/api/auth/logout')],
  ['the end of all sessions, as with a new password', ({ userId }) => change('DELETE FROM session', userId)],
  ['ten idle days', ({ userId }) => change("UPDATE session SET expires_at = now() - interval '1 s'", userId)],
  ['thirty days', ({ userId }) => change("UPDATE session SET created_at = now() - interval '30 d'", userId)],
];

function change(statement: string, userId: string) {
  return server.deps.pool.query(`${statement} WHERE user_id = $1`, [userId]);
}

test.each(endings)('a stream ends with its session: %s', async (_how, end) => {
  const [visitor, other] = await Promise.all([newVisitor(server.url), newVisitor(server.url)]);
  const [stream, others] = [changes(visitor), changes(other)];
  await Promise.all([next(stream), next(others)]);
  await end(visitor);
  expect(await rest(stream)).toEqual([]);
  // Other users' streams are not affected.
  await other.generate(await portrait());
  expect(await next(others)).toMatchObject({ of: 'task' });
  await others.return(undefined);
});

test('whatever ends or suspends a session or token, or deletes its account, announces it at once, and its streams end', async () => {
  const visitor = await newVisitor(server.url);
  const { db, events, pool, streams } = server.deps;
  const ended: string[] = [];
  events.onCredentialEnded((id) => ended.push(id));
  const made = async () =>
    ((await (await visitor.post('/api/tokens', { name: 'A', scopes: ['read'] })).json()) as { id: string })
      .id;
  const [revoked, suspended, leaving] = [await made(), await made(), await made()];
  await visitor.delete(`/api/tokens/${revoked}`);
  await db.apiToken.update({ where: { id: suspended }, data: { suspendedAt: new Date() } });
  const { id: session } = await db.session.findFirstOrThrow({ where: { userId: visitor.userId } });
  await visitor.post('/api/auth/logout');
  await db.user.update({ where: { id: visitor.userId }, data: { deletionAt: new Date('2099-01-01') } });
  await expect.poll(() => ended).toEqual([revoked, suspended, session, leaving]);

  // Nothing but the event ends this one: the session is still there.
  const other = await newVisitor(server.url);
  const row = await db.session.findFirstOrThrow({ where: { userId: other.userId } });
  const listener = { userId: other.userId, credentialId: row.id, address: '192.0.2.1', destroy: () => {} };
  const { signal } = streams.open(listener);
  const aborted = new Promise((resolve) => signal.addEventListener('abort', resolve));
  await pool.query("SELECT pg_notify('memori_ended_credential', $1)", [row.id]);
  await aborted;
});

test('an event is read once for all listeners', async () => {
  const visitor = await newVisitor(server.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  let reads = 0;
  const db = new Proxy(server.deps.db, {
    get(target, name) {
      if (name === 'videoTask') reads += 1;
      return Reflect.get(target, name) as unknown;
    },
  });
  const deps = { db, events: server.deps.events };
  const stop = new AbortController();
  const watchers = Array.from({ length: 50 }, () => watchProgress(deps, visitor.userId, taskId, stop.signal));
  await Promise.all(watchers.map((each) => each.next()));
  expect(reads).toBe(50);
  await server.deps.db.videoTask.update({ where: { id: taskId }, data: { status: 'Processing' } });
  const heard = watchers.map((each) => each.next());
  await publish(server.deps.db, { userId: visitor.userId, topic: 'task', id: taskId });
  for (const each of await Promise.all(heard)) expect(each.value).toMatchObject({ status: 'Processing' });
  expect(reads).toBe(51);
  stop.abort();
});
