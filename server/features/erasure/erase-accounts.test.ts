import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { halfSize } from '#tests/support/animation.ts';
import { mailTo, tokenIn } from '#tests/support/mailbox.ts';
import { portrait } from '#tests/support/photos.ts';
import { makeRecording } from '#tests/support/recordings.ts';
import { createUserData } from '#tests/support/user-data.ts';
import { clientOf } from '#tests/support/albums.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, password, type Visitor } from '#tests/support/visitor.ts';
import { personalTables } from '../accounts/erase-account.ts';
import { grant } from '../credits/ledger.ts';
import { createId } from '#server/platform/ids.ts';
import { eraseDueAccounts } from './erase-accounts.ts';

const logLines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    wrapVideo: halfSize,
    settings: { LOG_LEVEL: 'debug', MAIL_AFTER: '0s' },
    log: (line) => logLines.push(line),
  });
});
afterAll(() => server.close());

async function askToDelete(visitor: Visitor, secret = password): Promise<Response> {
  return fetch(`${server.url}/api/account`, {
    method: 'DELETE',
    headers: { cookie: visitor.cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ password: secret }),
  });
}

async function signIn({ email }: Visitor) {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const { user } = (await response.json()) as { user?: { deletesAt: string | null } };
  return { status: response.status, user, cookie };
}

/** Ends the waiting period of a week. */
const makeDue = ({ userId }: Visitor) =>
  server.deps.db.user.update({ where: { id: userId }, data: { deletionAt: new Date(Date.now() - 1000) } });

/** Every place in the database that contains one of the words: all text of all tables, the queue's included. */
async function placesInDatabase(words: string[]): Promise<string[]> {
  const { rows } = await server.deps.pool.query<{ place: string; sql: string }>(`
    SELECT format('%s.%s.%s', c.table_schema, c.table_name, c.column_name) AS place,
      format('SELECT count(*)::int AS found FROM %I.%I WHERE lower(%I::text) LIKE ANY ($1)',
        c.table_schema, c.table_name, c.column_name) AS sql
    FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
    WHERE t.table_type = 'BASE TABLE' AND c.table_schema IN ('public', 'pgboss')
      AND c.data_type IN ('text', 'character varying', 'json', 'jsonb', 'ARRAY')`);
  expect(rows.length).toBeGreaterThan(60);
  const patterns = words.map((word) => `%${word.toLowerCase()}%`);
  const places = [];
  for (const { place, sql } of rows) {
    const [count] = (await server.deps.pool.query<{ found: number }>(sql, [patterns])).rows;
    if (count && count.found > 0) places.push(place);
  }
  return places;
}

/** Every file in the data folder with one of the words in its name or contents. */
async function placesInFiles(words: string[]): Promise<string[]> {
  const entries = await readdir(server.dataDir, { recursive: true, withFileTypes: true });
  const places = [];
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name);
    const content = entry.isFile() ? await readFile(file, 'latin1').catch(() => '') : '';
    if (words.some((word) => file.includes(word) || content.includes(word))) places.push(file);
  }
  return places;
}

test('every table with a user id is listed with what happens to it', async () => {
  const { rows } = await server.deps.pool.query<{ table_name: string }>(`
    SELECT table_name FROM information_schema.columns
    WHERE table_schema = 'public' AND column_name = 'user_id' ORDER BY table_name`);
  expect(rows.map((row) => row.table_name)).toEqual(Object.keys(personalTables).toSorted());
});

test('after a week neither address nor id is left, while the books and other users stay', async () => {
  const visitor = await newVisitor(server.url);
  const other = await newVisitor(server.url);
  const { userId, email } = visitor;
  const { db } = server.deps;
  await db.user.update({ where: { id: userId }, data: { verifiedAt: new Date() } });
  const made = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  await followTask(server, userId, made.taskId);
  await visitor.post('/api/account/export');
  await mailTo(server.dataDir, email, 'Your archive is ready');
  const task = { userId, provider: 'local', prompt: email, originalFilename: 'a.jpg', photoKey: '' };
  await db.videoTask.create({ data: { ...task, id: createId() } });
  await db.album.create({ data: { id: createId(), userId, name: email } });
  const passkey = { userId, name: email, credentialId: createId(), publicKey: Buffer.of(0), counter: 0 };
  await db.passkey.create({ data: { ...passkey, id: createId(), transports: [] } });
  const purchase = { userId, packageId: 'legacy', credits: 15, price: 1900, language: 'en' };
  const paid = { status: 'paid', amountPaid: 1900, paidAt: new Date() };
  await db.purchase.create({ data: { ...purchase, ...paid, sessionId: 'cs_paid' } });
  await db.purchase.create({ data: { ...purchase, sessionId: 'cs_open' } });
  await db.$transaction((tx) => grant(tx, { userId, amount: 15, reference: 'cs_paid' }));
  const { secret } = await clientOf(server, visitor).box.open.mutate({ name: email, asksForStory: true });
  await createUserData(() => ({ memori: server, owner: visitor })).audio();
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(await portrait())], 'mare.jpg'));
  const told = path.join(server.dataDir, 'told.mp3');
  form.set('story', new File([Uint8Array.from(await makeRecording(told))], 'told.mp3'));
  await rm(told);
  const texts = { sender: `Zia of ${email}`, note: email, words: email, consent: 'yes' };
  for (const [name, value] of Object.entries(texts)) form.set(name, value);
  const sent = await fetch(`${server.url}/api/box/${secret}`, { method: 'POST', body: form });
  expect(sent.status).toBe(201);
  expect(await server.deps.storage.list('boxes')).not.toEqual([]);
  const ledger = () =>
    db.creditEntry.findMany({ select: { id: true, delta: true, reason: true }, orderBy: { id: 'asc' } });

  expect((await askToDelete(visitor, 'a guess')).status).toBe(401);
  const response = await askToDelete(visitor);
  expect(response.status).toBe(202);
  const { deletesAt } = (await response.json()) as { deletesAt: string };
  expect((new Date(deletesAt).getTime() - Date.now()) / 86_400_000).toBeCloseTo(7, 2);
  expect(response.headers.getSetCookie()[0]).toMatch(/^memori_session=; Max-Age=0;/);
  expect((await visitor.get('/api/auth/me')).status).toBe(401);
  await mailTo(server.dataDir, email, 'Your account will be deleted');

  expect(await eraseDueAccounts(server.deps)).toBe(0);
  expect(await placesInDatabase([userId])).not.toEqual([]);
  await makeDue(visitor);
  // A storage that fails halfway: the next sweep continues.
  let failures = 1;
  const storage = {
    ...server.deps.storage,
    async remove(prefix: string) {
      if (failures-- > 0) throw new Error('the disk is away');
      await server.deps.storage.remove(prefix);
    },
  };
  expect(await eraseDueAccounts({ ...server.deps, storage })).toBe(0);
  await Promise.all([eraseDueAccounts(server.deps), eraseDueAccounts(server.deps)]);
  expect(await eraseDueAccounts(server.deps)).toBe(0);

  expect(await placesInDatabase([userId, email])).toEqual([]);
  expect(await placesInFiles([userId, email])).toEqual([]);
  expect(logLines.filter((line) => line.includes(userId) || line.includes(email))).toEqual([]);
  expect((await signIn(visitor)).status).toBe(401);

  const [kept] = await db.purchase.findMany();
  expect(kept).toMatchObject({ sessionId: 'cs_paid', amountPaid: 1900, status: 'paid' });
  expect(await db.purchase.count()).toBe(1);
  const entries = await db.creditEntry.findMany({ where: { userId: kept?.userId ?? '' } });
  expect(entries.map(({ reason, delta }) => [reason, delta])).toContainEqual(['purchase', 15]);
  expect((await ledger()).length).toBeGreaterThan(entries.length);
  await expect(server.deps.pool.query('UPDATE credit_entry SET delta = 100')).rejects.toThrow('append-only');
  expect(await placesInFiles([made.taskId])).toEqual([]);
  // The photos that relatives sent, and those waiting in the box, too.
  expect([await db.box.count(), await db.boxPhoto.count()]).toEqual([0, 0]);
  expect(await server.deps.storage.list('boxes')).toEqual([]);
  expect(await db.audio.count()).toBe(0);
  expect(await server.deps.storage.list('audio')).toEqual([]);
  expect((await other.get('/api/auth/me')).status).toBe(200);
  expect(await other.credits()).toBe(1);
  // The mailbox has used up its free credit, which is remembered by hash only.
  expect(await (await newVisitor(server.url, email)).credits()).toBe(0);
});

test('the account is kept through the mail’s link, or by choosing so after signing in', async () => {
  const visitor = await newVisitor(server.url);
  const { db } = server.deps;
  await db.user.update({ where: { id: visitor.userId }, data: { verifiedAt: new Date() } });
  await askToDelete(visitor);
  const token = tokenIn(await mailTo(server.dataDir, visitor.email, 'Your account will be deleted'));
  const byLink = () =>
    fetch(`${server.url}/api/trpc/recovery.keep`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token }),
    });
  expect((await signIn(visitor)).user?.deletesAt).not.toBeNull();
  expect((await byLink()).status).toBe(200);
  expect((await byLink()).status).toBe(404);
  const { user, cookie } = await signIn(visitor);
  expect(user?.deletesAt).toBeNull();

  await askToDelete({ ...visitor, cookie });
  const again = await signIn(visitor);
  expect(again.user?.deletesAt).not.toBeNull();
  const kept = await fetch(`${server.url}/api/trpc/account.keep`, {
    method: 'POST',
    headers: { cookie: again.cookie, 'content-type': 'application/json' },
  });
  expect(kept.status).toBe(200);
  expect((await signIn(visitor)).user?.deletesAt).toBeNull();
  expect(await eraseDueAccounts(server.deps)).toBe(0);
});
