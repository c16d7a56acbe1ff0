import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTo } from '#tests/support/mailbox.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createUserClient } from '#tests/support/trpc.ts';
import { newVisitor, password, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

/** Signs in again in another browser and returns its cookie. */
async function signInBy(visitor: Visitor, userAgent: string, secret = password): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': userAgent },
    body: JSON.stringify({ email: visitor.email, password: secret }),
  });
  expect(response.status).toBe(200);
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}

const meBy = async (cookie: string) =>
  (await fetch(`${server.url}/api/auth/me`, { headers: { cookie } })).status;

interface Entry {
  id: string;
  browser: string | null;
  system: string | null;
  current: boolean;
}
const sessionsOf = async (visitor: Visitor) =>
  (await (await visitor.get('/api/auth/sessions')).json()) as Entry[];

test('sessions are listed by device, and only their owner can end them', async () => {
  const visitor = await newVisitor(server.url);
  const phone = await signInBy(visitor, iphone);
  await signInBy(visitor, firefox);
  const sessions = await sessionsOf(visitor);
  expect(sessions).toMatchObject([
    { current: true },
    { browser: 'Firefox', system: 'Linux', current: false },
    { browser: 'Safari', system: 'iOS', current: false },
  ]);
  // The public ids can't authenticate, and are not the table's keys either.
  const keys = await server.deps.db.session.findMany({ where: { userId: visitor.userId } });
  for (const { id } of sessions) expect(keys.map((row) => row.id)).not.toContain(id);

  const end = (who: Visitor, id = '') => who.delete(`/api/auth/sessions/${id}`);
  const stranger = await newVisitor(server.url);
  expect((await end(stranger, sessions[2]?.id)).status).toBe(404);
  expect((await end(visitor, 'not-an-id')).status).toBe(404);
  expect(await meBy(phone)).toBe(200);
  expect((await end(visitor, sessions[2]?.id)).status).toBe(200);
  expect(await meBy(phone)).toBe(401);
  expect(await sessionsOf(visitor)).toHaveLength(2);
});

test('signing out elsewhere keeps the current session', async () => {
  const visitor = await newVisitor(server.url);
  const elsewhere = await signInBy(visitor, firefox);
  const client = createUserClient(server.url, visitor.cookie);
  expect(await client.account.endOtherSessions.mutate()).toEqual({ ended: 1 });
  expect([await meBy(visitor.cookie), await meBy(elsewhere)]).toEqual([200, 401]);
});

test('changing the password needs the current one, ends all other sessions and notifies the owner', async () => {
  const visitor = await newVisitor(server.url);
  await server.deps.db.user.update({ where: { id: visitor.userId }, data: { verifiedAt: new Date() } });
  const elsewhere = await signInBy(visitor, firefox);
  const change = async (current: string, next: string) => {
    const response = await visitor.post('/api/auth/password', { current, password: next });
    return { status: response.status, body: (await response.json()) as { code?: string } };
  };
  expect(await change('a guess', 'a brand new one')).toMatchObject({
    status: 401,
    body: { code: 'wrong_credentials' },
  });
  expect(await change(password, '12345')).toMatchObject({ body: { code: 'password_too_short' } });
  expect(await change(password, 'Football')).toMatchObject({ body: { code: 'password_common' } });
  expect(await meBy(elsewhere)).toBe(200);
  expect(await change(password, 'a brand new one')).toEqual({ status: 200, body: { success: true } });
  expect([await meBy(visitor.cookie), await meBy(elsewhere)]).toEqual([200, 401]);
  await signInBy(visitor, firefox, 'a brand new one');
  await mailTo(server.dataDir, visitor.email, 'Your password was changed');
});

test('a stolen session can’t be used to guess the password', async () => {
  const visitor = await newVisitor(server.url);
  const guess = () => visitor.post('/api/auth/password', { current: 'guess', password: 'a brand new one' });
  for (let attempt = 0; attempt < 10; attempt += 1) expect((await guess()).status).toBe(401);
  expect((await guess()).status).toBe(429);
});

test('mails about videos can be turned off and on without a link', async () => {
  const { cookie } = await newVisitor(server.url);
  const { account } = createUserClient(server.url, cookie);
  expect(await account.mail.query()).toEqual({ wanted: true });
  expect(await account.setMail.mutate({ wanted: false })).toEqual({ wanted: false });
  expect(await account.mail.query()).toEqual({ wanted: false });
});

test('the first calls of several tabs about mails all succeed', async () => {
  const visitors = await Promise.all(Array.from({ length: 5 }, () => newVisitor(server.url)));
  for (const { cookie } of visitors) {
    const { account } = createUserClient(server.url, cookie);
    const calls = Array.from({ length: 8 }, () => account.setMail.mutate({ wanted: false }));
    expect(new Set((await Promise.all(calls)).map(({ wanted }) => wanted))).toEqual(new Set([false]));
  }
});

test.each(['sessions', 'password'])('%s requires a session', async (path) => {
  const method = path === 'password' ? 'POST' : 'GET';
  expect((await fetch(`${server.url}/api/auth/${path}`, { method })).status).toBe(401);
});
