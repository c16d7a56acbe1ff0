import { execFile } from 'node:child_process';
import { chmodSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ask, type EmbeddedUser, spawnUser, startUser } from '#tests/support/embedded-user.ts';
import { openDatabase } from '../database/db.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findPostmaster } from './postmaster-file.ts';

let dataDir: string;
let cluster: string;
beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'memori-embedded-'));
  cluster = path.join(dataDir, 'postgres');
});
afterEach(async () => {
  const left = findPostmaster(cluster);
  if (left) process.kill(left.pid, 'SIGKILL');
  await gone();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
});

const running = () => findPostmaster(cluster) !== undefined;
const gone = () => vi.waitFor(() => expect(running()).toBe(false), { timeout: 120_000, interval: 20 });
const serverPid = () => findPostmaster(cluster)?.pid ?? Number.NaN;
const count = async (url: string) =>
  (await ask<{ n: number }>(url, 'SELECT count(*)::int AS n FROM kept'))[0]?.n;

const untilAnswers = (url: string) =>
  vi.waitFor(() => ask(url, 'SELECT 1 AS one'), { timeout: 120_000, interval: 20 });

/** Resolves once this many leases are connected to the server. */
async function signs({ superuserUrl }: EmbeddedUser, number: number): Promise<void> {
  const leases = "SELECT FROM pg_stat_activity WHERE starts_with(application_name, 'memori keeper')";
  await vi.waitFor(async () => expect(await ask(superuserUrl, leases)).toHaveLength(number), {
    timeout: 120_000,
    interval: 20,
  });
}

async function listeningAt(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describe('one process', () => {
  test('keeps its rows across restarts, behind a password, on the loopback only', async () => {
    const first = await startEmbeddedPostgres(dataDir);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    const settings = await ask(first.superuserUrl, 'SELECT name, setting FROM pg_settings');
    const setting = new Map(settings.map(({ name, setting: value }) => [name, value]));
    expect(setting.get('listen_addresses')).toBe('127.0.0.1');
    expect(setting.get('fsync')).toBe('on');
    expect(setting.get('unix_socket_directories')).toBe('');
    const wrong = new URL(first.url);
    wrong.password = 'wrong';
    await expect(ask(wrong.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    expect(statSync(path.join(dataDir, 'postgres-password')).mode & 0o777).toBe(0o600);
    await Promise.all([first.stop(), first.stop()]);
    expect(running()).toBe(false);

    const second = await startEmbeddedPostgres(dataDir);
    expect(await count(second.url)).toBe(1);
    await second.stop();
    expect(running()).toBe(false);
  });

  test('accepts a folder with spaces, quotes and dollars, and one whose mode is too open', async () => {
    const odd = path.join(dataDir, 'a b', `c'd "e" $HOME`);
    const first = await startEmbeddedPostgres(odd, { fsync: false });
    await first.stop();
    chmodSync(path.join(odd, 'postgres'), 0o755);
    const second = await startEmbeddedPostgres(odd, { fsync: false });
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.stop();
  });

  test('reports problems in one line', async () => {
    const server = await startEmbeddedPostgres(dataDir, { fsync: false });
    await server.stop();
    writeFileSync(path.join(cluster, 'PG_VERSION'), '17\n');
    const older = startEmbeddedPostgres(dataDir);
    await expect(older).rejects.toThrow(
      /^The embedded database does not start: .*initialized by PostgreSQL version 17.*$/,
    );
    rmSync(path.join(cluster, 'PG_VERSION'));
    await expect(startEmbeddedPostgres(dataDir)).rejects.toThrow(
      /^The embedded database can't be made in .*$/,
    );
    const file = path.join(dataDir, 'file');
    writeFileSync(file, '');
    await expect(startEmbeddedPostgres(file)).rejects.toThrow(/^The data folder .*file can't be used: .*$/);
  });
});

test('a file system that ignores modes is named, and what to do about it', async () => {
  // Such as SMB: every folder has the same mode, whatever was asked for. In a process of its own, where `stat` says so.
  const trial = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const stat = fs.statSync;
    fs.statSync = (...args) => {
      const found = stat(...args);
      if (found) found.mode |= 0o777;
      return found;
    };
    syncBuiltinESMExports();
    const { startEmbeddedPostgres } = await import(${JSON.stringify(path.join(import.meta.dirname, 'embedded-postgres.ts'))});
    await startEmbeddedPostgres(process.argv[1]).catch(({ name, message }) => console.log(name + ': ' + message));`;
  const folder = path.join(dataDir, 'share');
  const args = ['--input-type=module', '-e', trial, folder];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe(
    `EmbeddedPostgresError: DATA_DIR (${folder}) is on a file system that ignores file permissions, such as SMB, exFAT and ` +
      "some network and bind mounts, and can't hold a database: choose another folder for it, or set DATABASE_URL to a " +
      'PostgreSQL of your own\n',
  );
});

describe('several processes', () => {
  test('that start at once for the first time share one server, and the last one to leave stops it', async () => {
    const users = await Promise.all([1, 2, 3].map(() => startUser(dataDir)));
    const [first, second, third] = users as [EmbeddedUser, EmbeddedUser, EmbeddedUser];
    expect([second.url, third.url]).toEqual([first.url, first.url]);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    // The process that started the server is among those that leave early.
    await Promise.all([first.leave(), second.leave()]);
    expect(await count(third.url)).toBe(1);
    await third.leave();
    expect(running()).toBe(false);
  });

  test('that leave and join at once never lose their server', async () => {
    let user = await startUser(dataDir);
    for (let round = 0; round < 3; round++) {
      const [next] = await Promise.all([startUser(dataDir), user.leave()]);
      expect(await ask(next.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      user = next;
    }
    await user.leave();
    expect(running()).toBe(false);
  });
});

describe('after SIGKILL', () => {
  test('of Memori, the next start finds the running server, and stops it when it leaves', async () => {
    const first = await startUser(dataDir);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    const before = serverPid();
    await first.kill();
    const second = await startUser(dataDir);
    expect(second.url).toBe(first.url);
    expect(serverPid()).toBe(before);
    expect(await count(second.url)).toBe(1);
    await second.leave();
    expect(running()).toBe(false);
  });

  test('of server and Memori, in three rounds, no committed row is lost', async () => {
    let committed = 0;
    for (let round = 0; round < 3; round++) {
      const user = await startUser(dataDir, { durable: true });
      await ask(user.url, 'CREATE TABLE IF NOT EXISTS kept (n int)');
      // A row may have been committed although its response was lost in the kill: at most one more than known.
      expect([0, 1]).toContain(((await count(user.url)) ?? 0) - committed);
      committed = (await count(user.url)) ?? 0;
      const writing = (async () => {
        for (;;) {
          await ask(user.url, 'INSERT INTO kept VALUES (1)');
          committed++;
        }
      })();
      writing.catch(() => {});
      const goal = committed + 5;
      await vi.waitFor(() => expect(committed).toBeGreaterThanOrEqual(goal), {
        timeout: 120_000,
        interval: 5,
      });
      process.kill(serverPid(), 'SIGKILL');
      await user.kill();
      await expect(writing).rejects.toThrow();
    }
    const last = await startUser(dataDir);
    expect([0, 1]).toContain(((await count(last.url)) ?? 0) - committed);
    await last.leave();
  });

  test('of the server alone, one of its users restarts it at the same address', async () => {
    const [first, second] = await Promise.all([
      startUser(dataDir, { durable: true }),
      startUser(dataDir, { durable: true }),
    ]);
    await ask(first.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    const before = serverPid();
    process.kill(before, 'SIGKILL');
    await untilAnswers(first.url);
    expect(serverPid()).not.toBe(before);
    expect(await count(second.url)).toBe(1);
    // A leaving process still sees the other one, whose lease connection was lost with the server.
    await signs(first, 2);
    await first.leave();
    expect(await count(second.url)).toBe(1);
    await second.leave();
    expect(running()).toBe(false);
  });

  test('of one backend, which makes the server recover, all users reconnect', async () => {
    const user = await startUser(dataDir);
    await ask(user.url, 'CREATE TABLE kept AS SELECT 1 AS one');
    const before = serverPid();
    const client = new pg.Client({ connectionString: user.url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    process.kill(rows[0]?.pid ?? Number.NaN, 'SIGKILL');
    await ended;
    await untilAnswers(user.url);
    expect(serverPid()).toBe(before);
    await signs(user, 1);
    await user.leave();
    expect(running()).toBe(false);
  });

  test('of a server whose port is then taken, it restarts on another port and pools follow', async () => {
    const server = await startEmbeddedPostgres(dataDir);
    const { pool, close } = openDatabase(server);
    await pool.query('CREATE TABLE kept AS SELECT 1 AS one');
    const port = server.port();
    process.kill(serverPid(), 'SIGKILL');
    const stranger = await vi.waitFor(() => listeningAt(port), { timeout: 120_000, interval: 1 });
    // A backend that outlives its server responds for a while.
    await vi.waitFor(() => expect(server.port()).not.toBe(port), { timeout: 120_000, interval: 50 });
    await vi.waitFor(async () => expect((await pool.query('SELECT one FROM kept')).rowCount).toBe(1), {
      timeout: 120_000,
      interval: 50,
    });
    stranger.close();
    await close();
    await server.stop();
    expect(running()).toBe(false);
  });

  test('during the first start, the next start creates the cluster', async () => {
    const first = spawnUser(dataDir);
    const halfway = () => expect(globSync('postgres-new-*/cluster/base', { cwd: dataDir })).toHaveLength(1);
    await vi.waitFor(halfway, { timeout: 120_000, interval: 1 });
    first.kill('SIGKILL');
    expect(globSync('postgres', { cwd: dataDir })).toEqual([]);
    const second = await startUser(dataDir);
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.leave();
  });

  test('a stale postmaster.pid that names another living process does not prevent the start', async () => {
    const first = await startUser(dataDir);
    process.kill(serverPid(), 'SIGKILL');
    await first.kill();
    const file = path.join(cluster, 'postmaster.pid');
    await gone();
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(process.pid)));
    const second = await startUser(dataDir);
    expect(await ask(second.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await second.leave();
  });
});

test("a Ctrl-C to Memori's whole process group does not stop the server", async () => {
  const user = await startUser(dataDir);
  process.kill(-user.pid, 'SIGINT');
  process.kill(-user.pid, 'SIGHUP');
  await expect(user.leave()).rejects.toThrow();
  expect(await ask(user.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
});
