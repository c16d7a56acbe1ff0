import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { packagedFfmpeg } from './engine/ffmpeg/ffmpeg.ts';
import { findPostmaster } from './platform/embedded-postgres/postmaster-file.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { type MemoriProcess, spawnMemori } from '#tests/support/memori-process.ts';
import { signalServer } from '#tests/support/own-postgres.ts';
import { newVisitor } from '#tests/support/visitor.ts';

let folder: string;
let started: MemoriProcess[];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori main '));
  started = [];
});
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

function start(settings: Record<string, string> = {}): MemoriProcess {
  const memori = spawnMemori(folder, { DATA_DIR: path.join(folder, 'data'), ...settings });
  started.push(memori);
  return memori;
}

test('a wrong setting prevents startup with one line', async () => {
  const memori = start({ ROLE: 'boss' });
  expect(await memori.ended).toBe(1);
  expect(await memori.complaint).toBe(
    `Memori can't start: ROLE holds "boss"; it should hold one of all, web, worker.\n`,
  );
  expect(await readdir(folder)).toEqual([]);
});

test('a data folder that can’t be used prevents startup with one line', async () => {
  const file = path.join(folder, 'file');
  await writeFile(file, '');
  const dangling = path.join(folder, 'dangling');
  await symlink(path.join(folder, 'gone', 'away'), dangling);
  for (const [place, reason] of [
    [file, 'EEXIST: file already exists, mkdir'],
    [path.join(file, 'data'), 'ENOTDIR: not a directory, mkdir'],
    [dangling, 'ENOENT: no such file or directory, mkdir'],
  ] as const) {
    const memori = start({ DATA_DIR: place });
    expect(await memori.ended).toBe(1);
    const held = JSON.stringify(place);
    expect(await memori.complaint).toBe(
      `Memori can't start: DATA_DIR holds ${held}; it should hold a folder that Memori can create and write to (${reason} '${place}').\n`,
    );
  }
});

test('a folder instead of a file of settings prevents startup with one line', async () => {
  await mkdir(path.join(folder, '.env'));
  const memori = start();
  expect(await memori.ended).toBe(1);
  expect(await memori.complaint).toBe(
    `Memori can't start: The settings in .env can't be read (EISDIR: illegal operation on a directory, read).\n`,
  );
});

test('an occupied port prevents startup with one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const memori = start({ PORT: String(port) });
  expect(await memori.ended).toBe(1);
  other.close();
  expect(await memori.complaint).toMatch(new RegExp(`^Memori can't start: PORT ${port} .*EADDRINUSE.*\n$`));
});

test('an unusable ffmpeg is detected at startup', async () => {
  const memori = start({ FFMPEG_PATH: path.join(folder, 'no-ffmpeg') });
  expect(await memori.ended).toBe(1);
  expect(await memori.complaint).toMatch(/^Memori can't start: .*ffmpeg.*\n$/i);
});

test.skipIf(packagedFfmpeg() === null)(
  'warns at startup in production about a packaged ffmpeg without security updates',
  async () => {
    const database = await createTestDatabase();
    const memori = start({
      NODE_ENV: 'production',
      INSECURE_HTTP: '1',
      PUBLIC_URL: 'http://localhost',
      DATABASE_URL: database.url,
      PATH: folder,
    });
    await memori.ready;
    expect(memori.announced.join('\n')).toContain(
      'the packaged ffmpeg gets no security fixes: install ffmpeg or set FFMPEG_PATH',
    );
    memori.child.kill('SIGTERM');
    await memori.ended;
    await database.drop();
  },
);

test('an unreachable database prevents startup with one line', async () => {
  const memori = start({ DATABASE_URL: 'postgresql://memori:hunter2@127.0.0.1:1/memori' });
  expect(await memori.ended).toBe(1);
  expect(await memori.complaint).toMatch(
    /^Memori can't start: The database that DATABASE_URL names .*ECONNREFUSED.*\n$/,
  );
  expect(await memori.complaint).not.toContain('hunter2');
});

test('a queue that can’t be opened ends the whole process', async () => {
  const database = await createTestDatabase();
  await database.database.pool.query('ALTER TABLE pgboss.queue RENAME COLUMN policy TO renamed');
  const memori = start({ DATABASE_URL: database.url });
  expect(await memori.ended).toBe(1);
  expect(await memori.complaint).toMatch(/^Memori can't start: .*policy/);
  await database.drop();
});

test('starts on an empty folder, answers, and stops everything it started', async () => {
  const memori = start();
  const url = await memori.ready;
  expect(memori.announced.join('\n')).toContain('A SANDBOX SELLS: no money moves');
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({
    status: 'ready',
    database: 'ok',
    queue: 'ok',
    storage: 'ok',
  });
  expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' });
  expect(await (await fetch(`${url}/metrics`)).text()).toContain('memori_http_request_duration_seconds');
  expect((await fetch(`${url}/metrics`, { headers: { 'x-forwarded-for': '203.0.113.9' } })).status).toBe(404);
  memori.child.kill('SIGTERM');
  expect(await memori.ended).toBe(0);
  expect(await memori.complaint).toBe('');
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
  expect(await readdir(path.join(folder, 'data/postgres'))).not.toContain('postmaster.pid');
});

test('finds its database again after SIGKILL', async () => {
  const first = start();
  const signUp = async (url: string, expected: number) => {
    const response = await fetch(`${url}/api/auth/signup`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nonna@example.com', password: 'correct horse' }),
    });
    expect(response.status).toBe(expected);
  };
  await signUp(await first.ready, 201);
  first.child.kill('SIGKILL');
  await first.ended;
  const second = start();
  await signUp(await second.ready, 409);
});

test('two processes share one database, and the last one to stop shuts it down', async () => {
  const [one, two] = [start(), start()];
  const urls = await Promise.all([one.ready, two.ready]);
  expect(new Set(urls).size).toBe(2);
  // Only one process runs the payment sandbox; the other reports that nothing can be bought.
  const shops = await Promise.all(
    urls.map((url) => fetch(`${url}/api/trpc/config.get`).then((each) => each.text())),
  );
  expect(shops.filter((config) => config.includes('"purchasesAvailable":true'))).toHaveLength(1);
  one.child.kill('SIGTERM');
  expect(await one.ended).toBe(0);
  expect((await fetch(`${await two.ready}/readyz`)).status).toBe(200);
  two.child.kill('SIGTERM');
  expect(await two.ended).toBe(0);
  expect(await readdir(path.join(folder, 'data/postgres'))).not.toContain('postmaster.pid');
});

test('a web process serves pages and runs no jobs; a worker serves only its health checks', async () => {
  const database = await createTestDatabase();
  const settings = { DATABASE_URL: database.url };
  const web = start({ ...settings, ROLE: 'web' });
  const worker = start({ ...settings, ROLE: 'worker' });
  expect((await fetch(`${await web.ready}/api/auth/me`)).status).toBe(401);
  expect((await fetch(`${await web.ready}/en`)).status).toBe(200);
  expect((await fetch(`${await worker.ready}/readyz`)).status).toBe(200);
  expect((await fetch(`${await worker.ready}/api/auth/me`)).status).toBe(404);
  expect((await fetch(`${await worker.ready}/en`)).status).toBe(404);
  for (const { child, ended } of [web, worker]) {
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
  }
  await database.drop();
});

test('repeated signals during shutdown still stop it cleanly', async () => {
  const memori = start();
  await memori.ready;
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) memori.child.kill(signal);
  expect(await memori.ended).toBe(0);
  expect(await memori.complaint).toBe('');
  expect(await readdir(path.join(folder, 'data/postgres'))).not.toContain('postmaster.pid');
});

test('a signal during startup stops what was started so far', async () => {
  const memori = start();
  await vi.waitFor(() => readFile(path.join(folder, 'data/postgres/postmaster.pid')), {
    timeout: 120_000,
    interval: 5,
  });
  memori.child.kill('SIGINT');
  memori.child.kill('SIGINT');
  expect(await memori.ended).toBe(0);
  expect(await memori.complaint).toBe('');
  expect(await readdir(path.join(folder, 'data/postgres'))).not.toContain('postmaster.pid');
});

test.runIf(process.platform === 'linux')(
  'a signal after 5 s of a hanging shutdown exits at once, and a detached process stops the database',
  async () => {
    const memori = start();
    await memori.ready;
    const cluster = path.join(folder, 'data/postgres');
    const server = findPostmaster(cluster)?.pid ?? Number.NaN;
    signalServer(server, 'SIGSTOP');
    const insisting = setInterval(() => memori.child.kill('SIGINT'), 100);
    expect(await memori.ended).toBe(1);
    clearInterval(insisting);
    signalServer(server, 'SIGCONT');
    await vi.waitUntil(() => findPostmaster(cluster) === undefined, { timeout: 120_000, interval: 50 });
  },
);

test.skipIf(process.platform === 'win32')(
  'everything in the data folder is private to its owner, also in folders that existed before',
  async () => {
    const data = path.join(folder, 'data');
    for (const name of ['media', 'outbox', 'tmp']) {
      await mkdir(path.join(data, name), { recursive: true });
      await chmod(path.join(data, name), 0o755);
    }
    await chmod(data, 0o755);
    const memori = start();
    const url = await memori.ready;
    await newVisitor(url);
    const entries = await readdir(data, { recursive: true, withFileTypes: true });
    const open = entries.map(async (entry) => {
      const { mode } = await lstat(path.join(entry.parentPath, entry.name));
      return (mode & 0o077) === 0 ? [] : [`${entry.name} ${(mode & 0o777).toString(8)}`];
    });
    expect((await Promise.all(open)).flat()).toEqual([]);
    expect((await lstat(data)).mode & 0o777).toBe(0o700);
  },
);
