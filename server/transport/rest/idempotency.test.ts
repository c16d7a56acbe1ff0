import { createTRPCClient, httpLink } from '@trpc/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { addVideos } from '#tests/support/albums.ts';
import { ledgerFaults } from '#tests/support/ledger.ts';
import { spawnMemori } from '#tests/support/memori-process.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { forgetOldKeys } from '#server/features/idempotency/run-once.ts';
import type { AppRouter } from '../trpc/router.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, settings: { LIMIT_SIGNUP: '100/1h' } });
});
afterAll(() => server.close());

interface Answered {
  status: number;
  body: { taskId?: string; mergeId?: string; code?: string; token?: string };
  replayed: string | null;
  retryAfter: string | null;
}

async function answered(response: Response): Promise<Answered> {
  return {
    status: response.status,
    body: (await response.json()) as Answered['body'],
    replayed: response.headers.get('idempotent-replayed'),
    retryAfter: response.headers.get('retry-after'),
  };
}

async function generate(
  { cookie }: Pick<Visitor, 'cookie'>,
  key: string,
  { fields = {}, photo, url = server.url }: { fields?: object; photo?: Uint8Array; url?: string } = {},
): Promise<Answered> {
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(photo ?? (await portrait()))], 'photo.jpg'));
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  const headers = { cookie, 'idempotency-key': key };
  return answered(await fetch(`${url}/api/video/generate`, { method: 'POST', headers, body: form }));
}

const tasksOf = ({ userId }: Visitor) => server.deps.db.videoTask.findMany({ where: { userId } });

/** Locks this user's credit account until `release`. */
async function holdAccount({ userId }: Visitor) {
  const client = await server.deps.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM credit_account WHERE user_id = $1 FOR UPDATE', [userId]);
  return {
    untilSomebodyWaits: () =>
      vi.waitFor(async () => {
        // Not in that transaction, which would keep seeing the same snapshot.
        const { rows } = await server.deps.pool.query(
          `SELECT 1 FROM pg_stat_activity
           WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%credit_account%'`,
        );
        expect(rows).not.toEqual([]);
      }, 120_000),
    async release() {
      await client.query('ROLLBACK');
      client.release();
    },
  };
}

test('a repeated generation costs nothing more, even after the last credit was spent', async () => {
  const visitor = await newVisitor(server.url);
  const first = await generate(visitor, 'photo 1');
  expect(first).toMatchObject({ status: 202, body: { status: 'Queued' }, replayed: null });
  const again = await generate(visitor, 'photo 1');
  expect(again).toEqual({ ...first, replayed: 'true' });
  expect(await visitor.credits()).toBe(0);
  expect(await tasksOf(visitor)).toHaveLength(1);
});

test('reusing a key for a different request is refused', async () => {
  const visitor = await newVisitor(server.url);
  await generate(visitor, 'one');
  const refusal = { status: 422, body: { code: 'idempotency_key_reused' }, replayed: null };
  expect(await generate(visitor, 'one', { fields: { motion: 'arc' } })).toMatchObject(refusal);
  const photo = Buffer.concat([await portrait(), Buffer.from('x')]);
  expect(await generate(visitor, 'one', { photo })).toMatchObject(refusal);
  const headers = { 'idempotency-key': 'one' };
  const body = { videoIds: ['a'.repeat(32), 'b'.repeat(32)], albumName: 'Nonna' };
  expect(await answered(await visitor.post('/api/video/merge', body, headers))).toMatchObject(refusal);
});

test('keys belong to their user', async () => {
  const [one, other] = [await newVisitor(server.url), await newVisitor(server.url)];
  const first = await generate(one, 'shared');
  const second = await generate(other, 'shared', { fields: { motion: 'arc' } });
  expect([first.status, second.status, second.replayed]).toEqual([202, 202, null]);
});

test('repeats get 409 while the first call runs, and concurrent calls pay once', async () => {
  const visitor = await newVisitor(server.url);
  const held = await holdAccount(visitor);
  const first = generate(visitor, 'slow');
  await held.untilSomebodyWaits();
  expect(await generate(visitor, 'slow')).toMatchObject({
    status: 409,
    body: { code: 'idempotency_in_progress' },
    replayed: null,
    retryAfter: '1',
  });
  await held.release();
  const { body } = await first;
  expect(await generate(visitor, 'slow')).toMatchObject({ status: 202, body, replayed: 'true' });

  const another = await newVisitor(server.url);
  const all = await Promise.all(Array.from({ length: 8 }, () => generate(another, 'ten')));
  expect(all.filter(({ status, replayed }) => status === 202 && !replayed)).toHaveLength(1);
  expect(all.filter(({ status }) => status !== 202 && status !== 409)).toEqual([]);
  expect(await tasksOf(another)).toHaveLength(1);
});

describe('a server that is killed', () => {
  const begin = (visitor: Visitor, key: string, url: string) =>
    generate(visitor, key, { url }).catch(() => {});

  async function startOther() {
    const { child, ready, ended } = spawnMemori(server.dataDir, {
      DATABASE_URL: server.deps.env.DATABASE_URL ?? '',
      DATA_DIR: server.dataDir,
      ROLE: 'web',
      LOG_LEVEL: 'silent',
    });
    const kill = async () => {
      child.kill('SIGKILL');
      await ended;
    };
    return { url: await ready, kill };
  }

  const countKeys = (where: object) => server.deps.db.idempotencyKey.count({ where });

  test('before taking the credit: the retry takes it', async () => {
    const visitor = await newVisitor(server.url);
    const other = await startOther();
    const held = await holdAccount(visitor);
    const lost = begin(visitor, 'killed', other.url);
    await held.untilSomebodyWaits();
    await other.kill();
    await held.release();
    await lost;
    expect(await tasksOf(visitor)).toEqual([]);
    expect(await generate(visitor, 'killed')).toMatchObject({ body: { code: 'idempotency_in_progress' } });
    // Simulates 20 seconds without a renewal of the lease.
    const { count } = await server.deps.db.idempotencyKey.updateMany({
      where: { userId: visitor.userId },
      data: { leaseUntil: new Date(Date.now() - 1000) },
    });
    expect(count).toBe(1);
    expect(await generate(visitor, 'killed')).toMatchObject({ status: 202, replayed: null });
    expect(await visitor.credits()).toBe(0);
    expect(await tasksOf(visitor)).toHaveLength(1);
    expect(await ledgerFaults(server.deps.pool, visitor.userId)).toEqual([]);
  });

  test('after taking the credit: the retry returns the result', async () => {
    const visitor = await newVisitor(server.url);
    const other = await startOther();
    const lost = begin(visitor, 'lost', other.url);
    await vi.waitFor(async () => expect(await tasksOf(visitor)).toHaveLength(1), 120_000);
    await other.kill();
    await lost;
    const [task] = await tasksOf(visitor);
    const again = await generate(visitor, 'lost');
    expect(again).toMatchObject({
      status: 202,
      body: { taskId: task?.id, status: 'Queued' },
      replayed: 'true',
    });
    expect(await visitor.credits()).toBe(0);
    expect(await countKeys({ userId: visitor.userId })).toBe(1);
  });
});

test('a request that lost its lease takes no second credit', async () => {
  const visitor = await newVisitor(server.url);
  await server.deps.db
    .$executeRaw`UPDATE credit_account SET balance = balance + 1 WHERE user_id = ${visitor.userId}`;
  await server.deps.db.$executeRaw`
    INSERT INTO credit_entry (user_id, delta, reason, reference, balance_after)
    VALUES (${visitor.userId}, 1, 'test', gen_random_uuid(), 2)`;
  const held = await holdAccount(visitor);
  const paused = generate(visitor, 'paused');
  await held.untilSomebodyWaits();
  await server.deps.db.idempotencyKey.updateMany({
    where: { userId: visitor.userId },
    data: { leaseUntil: new Date(Date.now() - 1000), holder: 'somebody else' },
  });
  await held.release();
  expect(await paused).toMatchObject({ status: 409, body: { code: 'idempotency_in_progress' } });
  expect([await visitor.credits(), await tasksOf(visitor)]).toEqual([2, []]);
  expect(await generate(visitor, 'paused')).toMatchObject({ status: 202, replayed: null });
  expect(await visitor.credits()).toBe(1);
});

test('a tRPC mutation is idempotent as well', async () => {
  const visitor = await newVisitor(server.url);
  const videoIds = await addVideos(server, visitor.userId);
  const replayed: (string | null)[] = [];
  const client = createTRPCClient<AppRouter>({
    links: [
      httpLink({
        url: `${server.url}/api/trpc`,
        headers: { cookie: visitor.cookie, 'idempotency-key': 'album' },
        async fetch(url, init) {
          const response = await fetch(url, init as RequestInit);
          replayed.push(response.headers.get('idempotent-replayed'));
          return response;
        },
      }),
    ],
  });
  const make = (albumName: string) => client.album.create.mutate({ videoIds, albumName });
  const album = await make('Nonna');
  expect(await make('Nonna')).toEqual(album);
  expect(replayed).toEqual([null, 'true']);
  await expect(make('Nonno')).rejects.toMatchObject({ data: { errorCode: 'idempotency_key_reused' } });
  expect(await server.deps.db.album.count({ where: { userId: visitor.userId } })).toBe(1);
});

test('refusals are replayed, except those that a retry can change', async () => {
  const visitor = await newVisitor(server.url);
  const refused = await generate(visitor, 'no photo', { photo: Buffer.from('<svg/>') });
  expect(refused).toMatchObject({ status: 415, body: { code: 'invalid_file_type' }, replayed: null });
  expect(await generate(visitor, 'no photo', { photo: Buffer.from('<svg/>') })).toEqual({
    ...refused,
    replayed: 'true',
  });
  await server.deps.db.creditAccount.update({ where: { userId: visitor.userId }, data: { balance: 0 } });
  expect(await generate(visitor, 'poor')).toMatchObject({ status: 402 });
  await server.deps.db.creditAccount.update({ where: { userId: visitor.userId }, data: { balance: 1 } });
  expect(await generate(visitor, 'poor')).toMatchObject({ status: 202, replayed: null });
});

test('a token that repeats a person’s key, or another token’s, gets an answer of its own', async () => {
  const visitor = await newVisitor(server.url);
  const token = async (name: string) =>
    (await answered(await visitor.post('/api/tokens', { name, scopes: ['read', 'generate'] }))).body.token ??
    '';
  const create = async (headers: Record<string, string>) => {
    const response = await fetch(`${server.url}/api/webhooks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'hook', ...headers },
      body: JSON.stringify({ url: 'http://127.0.0.1:9/', events: ['credits.low'] }),
    });
    const replayed = response.headers.get('idempotent-replayed');
    return { replayed, ...((await response.json()) as { secret: string }) };
  };
  const [one, two] = [await token('one'), await token('two')];
  const callers: Record<string, string>[] = [
    { cookie: visitor.cookie },
    { authorization: `Bearer ${one}` },
    { authorization: `Bearer ${two}` },
  ];
  const first = [];
  for (const caller of callers) first.push(await create(caller));
  expect(first.map(({ replayed }) => replayed)).toEqual([null, null, null]);
  expect(new Set(first.map(({ secret }) => secret)).size).toBe(3);
  for (const [index, caller] of callers.entries())
    expect(await create(caller)).toEqual({ ...first[index], replayed: 'true' });
});

test('a created token is replayed to its owner, and encrypted in the database', async () => {
  const visitor = await newVisitor(server.url);
  const make = async () =>
    answered(
      await visitor.post('/api/tokens', { name: 'A', scopes: ['read'] }, { 'idempotency-key': 'token' }),
    );
  const first = await make();
  expect(first.body.token).toMatch(/^mem_live_/);
  expect(await make()).toEqual({ ...first, replayed: 'true' });
  const [row] = await server.deps.db.idempotencyKey.findMany({ where: { userId: visitor.userId } });
  expect(Buffer.from(row?.answer ?? []).toString('latin1')).not.toContain('mem_live');
  expect(await server.deps.db.apiToken.count({ where: { userId: visitor.userId } })).toBe(1);
});

test('a key is valid for 24 hours', async () => {
  const visitor = await newVisitor(server.url);
  const headers = { 'idempotency-key': 'day' };
  const make = async (name: string) =>
    answered(await visitor.post('/api/tokens', { name, scopes: ['read'] }, headers));
  const age = (hours: number) =>
    server.deps.db.idempotencyKey.updateMany({
      where: { userId: visitor.userId },
      data: { createdAt: new Date(Date.now() - hours * 3_600_000) },
    });
  const first = await make('A');
  await age(23.9);
  await forgetOldKeys(server.deps.db);
  expect(await make('A')).toEqual({ ...first, replayed: 'true' });
  await age(24.1);
  expect(await make('B')).toMatchObject({ status: 201, replayed: null });
  await age(24.1);
  await forgetOldKeys(server.deps.db);
  expect(await server.deps.db.idempotencyKey.count({ where: { userId: visitor.userId } })).toBe(0);
});

test.each([
  ['nothing', ''],
  ['256 characters', 'x'.repeat(256)],
  ['an umlaut', 'ü'],
  ['a tab', 'a\tb'],
])('a key of %s is refused', async (_name, key) => {
  const visitor = await newVisitor(server.url);
  expect(await generate(visitor, key)).toMatchObject({
    status: 400,
    body: { code: 'invalid_idempotency_key' },
  });
  expect(await visitor.credits()).toBe(1);
});

test('a key of 255 characters is accepted', async () => {
  const visitor = await newVisitor(server.url);
  expect(await generate(visitor, '~'.repeat(255))).toMatchObject({ status: 202 });
});
