import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hasTool, testTools } from '#scripts/lib/test-tools.mjs';
import { freePort } from '#server/platform/embedded-postgres/free-port.ts';
import { hasOwnSession } from '#server/platform/database/session.ts';
import { StartError } from '#server/platform/errors.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { ask } from '#tests/support/embedded-user.ts';
import { type OwnPostgres, startOwnPostgres } from '#tests/support/own-postgres.ts';
import { migrate } from './database.ts';

let postgres: OwnPostgres;
beforeAll(async () => {
  postgres = await startOwnPostgres();
});
afterAll(() => postgres[Symbol.asyncDispose]());

const silent = createLogger('silent');

/** Starts a pooler before the database, and resolves with the address that leads through it. */
async function startPooler(mode: string, settings = '') {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-pooler-'));
  const { username, password, hostname, port, pathname } = new URL(postgres.url);
  const own = await freePort();
  await writeFile(path.join(folder, 'users'), `"${username}" "${decodeURIComponent(password)}"\n`);
  await writeFile(
    path.join(folder, 'settings.ini'),
    `[databases]
${pathname.slice(1)} = host=${hostname} port=${port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${folder}/users
pool_mode = ${mode}
${settings}
`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const process_ = spawn('pgbouncer', [...user, path.join(folder, 'settings.ini')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: process_.stderr }).on('line', (line) => {
      lines.push(line);
      if (line.includes('process up')) resolve();
    });
    process_.once('exit', () => reject(new Error(lines.join('\n'))));
  });
  const url = new URL(postgres.url);
  url.port = String(own);
  return {
    url: url.href,
    async [Symbol.asyncDispose]() {
      const ended = once(process_, 'exit');
      process_.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}

test('a connection of PostgreSQL has a session of its own, however often it is asked', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => hasOwnSession(postgres.url)));
  expect(answers).toEqual(Array<boolean>(20).fill(true));
});

const accepting =
  'ignore_startup_parameters = extra_float_digits, statement_timeout, lock_timeout, idle_in_transaction_session_timeout';

test.runIf(hasTool(testTools.pooler)).each([
  [
    'transaction',
    accepting,
    'a connection pooler answers there that lends a session out for one transaction, which loses locks and notifications; name the database itself, or a pooler in session mode',
  ],
  // As installed: it refuses the limits that Memori asks for.
  [
    'session',
    '',
    /unsupported startup parameter: \w+; a connection pooler answers there, name the database itself/.source,
  ],
])(
  'a pooler in %s mode (%j) ends the start with what to do, and changes nothing',
  async (mode, settings, reason) => {
    await using pooler = await startPooler(mode, settings);
    const error: unknown = await migrate(pooler.url, silent).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(StartError);
    expect(String(error)).toMatch(
      new RegExp(`The database that DATABASE_URL names is not usable: ${reason}\\.$`),
    );
    const tables = "SELECT FROM pg_tables WHERE tablename = '_prisma_migrations'";
    expect(await ask(postgres.url, tables)).toEqual([]);
  },
);

test.runIf(hasTool(testTools.pooler))('a pooler in session mode is none the worse', async () => {
  await using pooler = await startPooler('session', accepting);
  await migrate(pooler.url, silent);
  expect(
    await ask(postgres.url, "SELECT FROM pg_tables WHERE tablename = '_prisma_migrations'"),
  ).toHaveLength(1);
});
