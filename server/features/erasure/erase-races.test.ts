import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo, fakeVideo } from '#tests/support/albums.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, password, type Visitor } from '#tests/support/visitor.ts';
import { issueToken } from '../accounts/account-tokens.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { eraseDueAccounts } from './erase-accounts.ts';

const logLines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, log: (line) => logLines.push(line) });
});
afterAll(() => server.close());

const film = fakeVideo('a');

/** A user with one video, who asked for the erasure and whose week is over; `daysAgo` decides who comes first. */
async function dueVisitor(email = `${randomUUID()}@example.com`, daysAgo = 1) {
  const visitor = await newVisitor(server.url, email);
  const videoId = await addVideo(server, visitor.userId, film);
  const deletionAt = new Date(Date.now() - daysAgo * 86_400_000);
  await server.deps.db.user.update({ where: { id: visitor.userId }, data: { deletionAt } });
  return { ...visitor, videoId };
}

/** Calls the procedure; returns the status and the error's code, if there is one. */
async function call(name: 'account.keep' | 'recovery.keep', cookie: string, input?: object) {
  const response = await fetch(`${server.url}/api/trpc/${name}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    ...(input && { body: JSON.stringify(input) }),
  });
  const { error } = (await response.json()) as { error?: { data: { errorCode: string } } };
  return [response.status, error?.data.errorCode];
}

const keepLink = ({ userId, email }: Visitor) =>
  issueToken(server.deps.db, { userId, email, purpose: 'keep' });

const videosOf = ({ userId }: Visitor) => server.deps.db.videoTask.count({ where: { userId } });

const isStored = async (videoId: string) => (await server.deps.storage.list(`tasks/${videoId}`)).length > 0;

const exists = async ({ userId }: Visitor) =>
  (await server.deps.db.user.count({ where: { id: userId } })) === 1;

/** A storage that calls `before` ahead of each removal of the video's files. */
function storageThat(videoId: string, before: () => Promise<void>): Storage {
  const { storage } = server.deps;
  return {
    ...storage,
    async remove(key) {
      if (key.includes(videoId)) await before();
      await storage.remove(key);
    },
  };
}

/** Starts a sweep and stops it where it is about to remove the visitor's files, until `goOn` is called. */
async function sweepThatStopsAt({ videoId }: { videoId: string }) {
  const reached = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const storage = storageThat(videoId, () => {
    reached.resolve();
    return gate.promise;
  });
  const done = eraseDueAccounts({ ...server.deps, storage });
  await reached.promise;
  return {
    goOn() {
      gate.resolve();
      return done;
    },
  };
}

async function signIn({ email }: Visitor): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

test('an account that is kept while the sweep erases another one keeps its videos', async () => {
  const [first, second, third] = [
    await dueVisitor(undefined, 3),
    await dueVisitor(undefined, 2),
    await dueVisitor(undefined, 1),
  ];
  const token = await keepLink(third);
  const sweep = await sweepThatStopsAt(first);
  expect(await call('account.keep', second.cookie)).toEqual([200, undefined]);
  expect(await call('recovery.keep', '', { token })).toEqual([200, undefined]);
  expect(await sweep.goOn()).toBe(1);
  expect(await exists(first)).toBe(false);
  for (const kept of [second, third]) {
    expect(await videosOf(kept)).toBe(1);
    expect(await isStored(kept.videoId)).toBe(true);
  }
});

test('once its erasure has begun, an account can’t be kept, and signs out', async () => {
  const visitor = await dueVisitor();
  const token = await keepLink(visitor);
  const sweep = await sweepThatStopsAt(visitor);
  expect(await call('account.keep', visitor.cookie)).toEqual([401, 'not_signed_in']);
  expect(await call('account.keep', await signIn(visitor))).toEqual([409, 'account_erasing']);
  expect(await call('recovery.keep', '', { token })).toEqual([409, 'account_erasing']);
  // Refused links are not used up.
  expect(await call('recovery.keep', '', { token })).toEqual([409, 'account_erasing']);
  expect(await sweep.goOn()).toBe(1);
  expect(await exists(visitor)).toBe(false);
  expect(await isStored(visitor.videoId)).toBe(false);
});

test('an erasure stops before its next step if a server of the previous release keeps the account', async () => {
  const visitor = await dueVisitor();
  const waiting = await server.deps.db.dataExport.create({
    data: { id: randomUUID(), userId: visitor.userId, language: 'en' },
  });
  // Ending the work asks for the language of the export: until that row is unlocked, the step lasts.
  const client = await server.deps.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM data_export WHERE id = $1 FOR UPDATE', [waiting.id]);
  const done = eraseDueAccounts(server.deps);
  const claimed = { id: visitor.userId, erasingAt: { not: null } };
  await expect.poll(() => server.deps.db.user.count({ where: claimed })).toBe(1);
  await server.deps.db.user.update({ where: { id: visitor.userId }, data: { deletionAt: null } });
  await client.query('COMMIT');
  client.release();
  expect(await done).toBe(0);
  expect(await videosOf(visitor)).toBe(1);
  expect(await isStored(visitor.videoId)).toBe(true);
  expect(await call('account.keep', await signIn(visitor))).toEqual([200, undefined]);
});

test('an account that fails is logged without its name, keeps no other waiting, and goes to the end', async () => {
  const failing = await dueVisitor(undefined, 3);
  const other = await dueVisitor(undefined, 2);
  const storage = storageThat(failing.videoId, () => Promise.reject(new Error('the disk is away')));
  expect(await eraseDueAccounts({ ...server.deps, storage })).toBe(1);
  expect(await exists(other)).toBe(false);
  expect(await exists(failing)).toBe(true);
  const lines = logLines.filter((line) => line.includes('an account could not be erased'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('the disk is away');
  expect(lines[0]).not.toContain(failing.userId);

  // Another sweep takes over what one left halfway; those never tried come before it.
  const later = await dueVisitor(undefined, 1);
  const sweep = await sweepThatStopsAt(failing);
  expect(await exists(later)).toBe(false);
  expect(await sweep.goOn()).toBe(2);
  expect(await exists(failing)).toBe(false);
});

test('a video that is added during the erasure is removed with its files by the next sweep', async () => {
  const visitor = await dueVisitor();
  let added = '';
  const storage = {
    ...server.deps.storage,
    async remove(key: string) {
      // After all that there was has been removed.
      if (key === `film-cache/${visitor.userId}` && added === '' && (await videosOf(visitor)) === 0)
        added = await addVideo(server, visitor.userId, film);
      await server.deps.storage.remove(key);
    },
  };
  expect(await eraseDueAccounts({ ...server.deps, storage })).toBe(0);
  expect(await isStored(added)).toBe(true);
  expect(await eraseDueAccounts(server.deps)).toBe(1);
  expect(await exists(visitor)).toBe(false);
  expect(await isStored(added)).toBe(false);
});

test('an erasure removes the jobs about its user and to their address, and nobody else’s', async () => {
  const { db, queue, pool } = server.deps;
  const name = randomUUID().slice(0, 8);
  const visitor = await dueVisitor(`${name}@example.co`);
  const other = await newVisitor(server.url, `nonna${name}@example.com`);
  const add = async ({ userId, email }: Visitor) => {
    const words = { language: 'en' } as const;
    await enqueue(queue, db, 'account-mail', { ...words, kind: 'verify', userId });
    await enqueue(queue, db, 'account-mail', { ...words, kind: 'change-email', userId: 'somebody', email });
    await enqueue(queue, db, 'account-mail', { ...words, kind: 'reset', email: email.toUpperCase() });
    await enqueue(queue, db, 'report-answer', { ...words, to: email, answer: `To ${visitor.email}` });
  };
  const jobsOf = async ({ userId, email }: Visitor) => {
    const { rows } = await pool.query<{ name: string }>(
      `SELECT name FROM pgboss.job
       WHERE data->>'userId' = $1 OR lower(coalesce(data->>'email', data->>'to')) = $2 ORDER BY name`,
      [userId, email],
    );
    return rows.map((row) => row.name);
  };
  // The sign-ups have enqueued mails of their own.
  await pool.query(`DELETE FROM pgboss.job WHERE name = 'account-mail'`);
  await add(visitor);
  await add(other);
  await pool.query(`UPDATE pgboss.job SET output = $1 WHERE data->>'userId' = $2`, [
    JSON.stringify({ message: `550 ${visitor.email}` }),
    other.userId,
  ]);
  const four = ['account-mail', 'account-mail', 'account-mail', 'report-answer'];
  expect(await jobsOf(visitor)).toEqual(four);
  expect(await eraseDueAccounts(server.deps)).toBe(1);
  expect(await jobsOf(visitor)).toEqual([]);
  expect(await jobsOf(other)).toEqual(four);
  const { rows } = await pool.query('SELECT 1 FROM pgboss.job WHERE strpos(output::text, $1) > 0', [
    visitor.email,
  ]);
  expect(rows).toEqual([]);
});
