import { expect, test, vi } from 'vitest';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { canMountSmallDisk, mountSmallDisk } from '#tests/support/small-disk.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { databaseTimeouts } from './platform/database/connection.ts';
import { StorageUnavailableError } from './providers/storage/types.ts';

const away = {
  error: 'Memori is busy right now. Please try again in a moment.',
  code: 'service_unavailable',
};

/** Calls to every entry point that needs the database. */
function calls({ url }: TestServer, visitor: Visitor): Record<string, () => Promise<Response>> {
  const logIn = { email: visitor.email, password: 'correct horse' };
  return {
    balance: () => visitor.get('/api/credits/balance'),
    tasks: () => visitor.get('/api/video/tasks'),
    upload: () => visitor.generate(Buffer.from('not looked at')),
    'log-in': () => fetch(`${url}/api/auth/login`, { method: 'POST', ...json(logIn) }),
    'public video': () => fetch(`${url}/api/public/video/${'a'.repeat(32)}`),
  };
}

const json = (body: unknown) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

async function expectAway(response: Response): Promise<void> {
  expect({ status: response.status, body: await response.json() }).toMatchObject({ status: 503, body: away });
  expect(response.headers.get('retry-after')).toBe('5');
}

async function expectTrpcAway(server: TestServer, visitor: Visitor): Promise<void> {
  for (const path of ['credits.balance', 'config.get,credits.balance?batch=1']) {
    const response = await visitor.get(`/api/trpc/${path}`);
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
    const [answer] = [(await response.json()) as unknown].flat();
    expect(answer).toMatchObject({ error: { message: away.error, data: { errorCode: away.code } } });
  }
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
}

async function withServer(work: (server: TestServer, postgres: OwnPostgres) => Promise<void>): Promise<void> {
  await using postgres = await startOwnPostgres();
  const server = await startTestServer({ settings: { DATABASE_URL: postgres.url } });
  try {
    await work(server, postgres);
  } finally {
    await server.close();
  }
}

test('while the database is down every entry point answers 503 in the documented form, and recovers afterwards', async () => {
  await withServer(async (server, postgres) => {
    const visitor = await newVisitor(server.url);
    await postgres.stop();
    for (const call of Object.values(calls(server, visitor))) await expectAway(await call());
    await expectTrpcAway(server, visitor);
    const ready = await fetch(`${server.url}/readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toEqual({
      status: 'not ready',
      database: 'failing',
      queue: 'failing',
      storage: 'ok',
    });
    await postgres.start();
    await vi.waitFor(async () => expect((await fetch(`${server.url}/readyz`)).status).toBe(200), {
      timeout: 300_000,
      interval: 50,
    });
    expect(await visitor.credits()).toBe(1);
  });
});

test.runIf(process.platform === 'linux')(
  'while the database is frozen no call waits longer than 15 s, and calls fail fast once that is detected',
  async () => {
    await withServer(async (server, postgres) => {
      const visitor = await newVisitor(server.url);
      const doors = Object.entries(calls(server, visitor));
      postgres.freeze();
      const answered = doors.map(async ([name, call]) => {
        await expectAway(await call());
        return name;
      });
      // Answered at all, as nothing else ends their wait; how late follows from the limits.
      expect(await Promise.all(answered)).toEqual(doors.map(([name]) => name));
      expect(databaseTimeouts.connect + databaseTimeouts.answer).toBeLessThan(15_000);
      // From here on calls fail fast, without new connections.
      await vi.waitFor(() => expect(server.deps.pool.totalCount).toBe(0), { timeout: 300_000, interval: 50 });
      await expectTrpcAway(server, visitor);
      expect(server.deps.pool.totalCount).toBe(0);
      expect((await fetch(`${server.url}/readyz`, { signal: AbortSignal.timeout(300_000) })).status).toBe(
        503,
      );
      postgres.resume();
      await vi.waitFor(async () => expect(await visitor.credits()).toBe(1), {
        timeout: 300_000,
        interval: 50,
      });
    });
  },
);

test.runIf(canMountSmallDisk)(
  'while the disk is full an upload gets 503 and costs nothing, and works again once there is room',
  async () => {
    await using disk = await mountSmallDisk();
    const server = await startTestServer({ jobs: false, settings: { DATA_DIR: disk.folder } });
    const visitor = await newVisitor(server.url);
    await disk.fill();
    await expectAway(await visitor.generate(await portrait()));
    await expect(server.deps.storage.putBytes('full', new Uint8Array(100_000))).rejects.toThrow(
      StorageUnavailableError,
    );
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect(await visitor.credits()).toBe(1);
    await disk.makeRoom();
    expect((await visitor.generate(await portrait())).status).toBe(202);
    await server.close();
  },
);
