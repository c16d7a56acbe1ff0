import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailTo, tokenIn } from '#tests/support/mailbox.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, password } from '#tests/support/visitor.ts';

const logLines: string[] = [];
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { LOG_LEVEL: 'debug' }, log: (line) => logLines.push(line) });
});
afterAll(() => server.close());

async function post(path: string, body: unknown, headers: Record<string, string> = {}, at = server.url) {
  const response = await fetch(`${at}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0];
  return { status: response.status, body: (await response.json()) as unknown, cookie };
}

const resetSubject = 'Set a new password';
const linkUnknown = {
  status: 404,
  body: { error: 'This link is not valid any more.', code: 'mail_link_unknown' },
};

async function resetTokenOf(email: string): Promise<string> {
  expect(await post('forgot', { email })).toEqual({ status: 202, body: { success: true } });
  return tokenIn(await mailTo(server.dataDir, email, resetSubject));
}

test('a password is reset once by a link valid for 30 minutes, and all sessions end', async () => {
  const visitor = await newVisitor(server.url);
  const { email } = visitor;
  const token = await resetTokenOf(email.toUpperCase().toLowerCase());
  const { db } = server.deps;
  const id = createHash('sha256').update(token).digest('hex');
  const row = await db.accountToken.findUniqueOrThrow({ where: { id } });
  expect((row.expiresAt.getTime() - row.createdAt.getTime()) / 60_000).toBeCloseTo(30, 0);
  expect(JSON.stringify(await db.accountToken.findMany())).not.toContain(token);

  expect(await post('reset', { token, password: 'Password1' })).toMatchObject({
    status: 400,
    body: { code: 'password_common' },
  });
  const [first, second] = await Promise.all([
    post('reset', { token, password: 'a brand new one' }),
    post('reset', { token, password: 'another new one' }),
  ]);
  const won = first.status === 200 ? first : second;
  expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 404]);
  expect(won.body).toEqual({ user: { id: visitor.userId, email, verified: true, deletesAt: null } });
  const me = (cookie: string) => fetch(`${server.url}/api/auth/me`, { headers: { cookie } });
  expect((await me(visitor.cookie)).status).toBe(401);
  expect((await me(won.cookie ?? '')).status).toBe(200);
  expect(await post('login', { email, password })).toMatchObject({ status: 401 });
  expect(await post('reset', { token, password: 'once more' })).toMatchObject(linkUnknown);
  expect(logLines.join('\n')).not.toContain(token);
});

test('an expired link, or one for another purpose, resets nothing', async () => {
  const { email } = await newVisitor(server.url);
  const verification = tokenIn(await mailTo(server.dataDir, email, 'Is this your address?'));
  expect(await post('reset', { token: verification, password: 'a new one' })).toMatchObject(linkUnknown);
  const token = await resetTokenOf(email);
  await server.deps.db.accountToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
  expect(await post('reset', { token, password: 'a new one' })).toMatchObject(linkUnknown);
  expect(await post('verify', { token: verification })).toMatchObject(linkUnknown);
  expect(await post('login', { email, password })).toMatchObject({ status: 200 });
});

test.each([{ token: 'short' }, {}, { token: ['a'] }])('%j is not a valid link', async (body) => {
  expect(await post('reset', { ...body, password: 'a new one' })).toMatchObject(linkUnknown);
  expect(await post('verify', body)).toMatchObject(linkUnknown);
});

test('neither the answer nor the work done reveals whether an account exists', async () => {
  const idle = await startTestServer({ jobs: false });
  const { email } = await newVisitor(idle.url);
  const addresses = [email, 'nobody@example.com'];
  const answers = [];
  for (const each of addresses) answers.push(await post('forgot', { email: each }, {}, idle.url));
  expect(answers[0]).toEqual({ status: 202, body: { success: true } });
  expect(answers[1]).toEqual(answers[0]);
  const jobs = await idle.deps.queue.findJobs<{ kind: string; email: string }>('account-mail');
  const resets = jobs.map(({ data }) => data).filter(({ kind }) => kind === 'reset');
  expect(resets.map((data) => data.email).toSorted()).toEqual(addresses.toSorted());
  // The job looks up the accounts.
  expect(await idle.deps.db.accountToken.count()).toBe(0);
  await idle.close();
});

test('an address without an account gets no mail', async () => {
  const { email } = await newVisitor(server.url);
  await post('forgot', { email: 'stranger@example.com' });
  await resetTokenOf(email);
  expect(await mailsTo(server.dataDir, 'stranger@example.com')).toEqual([]);
});

test('after five mails within an hour, others take their turn: somebody who asks often locks nobody out', async () => {
  const idle = await startTestServer({ jobs: false });
  const ask = async (email: string) => {
    expect(await post('forgot', { email }, {}, idle.url)).toMatchObject({ status: 202 });
    return (await idle.deps.queue.findJobs('account-mail')).length;
  };
  for (let count = 1; count <= 5; count += 1) expect(await ask('nonna@example.com')).toBe(count);
  for (let count = 6; count <= 14; count += 1)
    await ask(count % 2 ? 'nonna@example.com' : 'NONNA@example.com');
  // One in this slot of ten minutes and one in the next; one more if a slot has ended meanwhile.
  const total = await ask('nonna@example.com');
  expect([7, 8]).toContain(total);
  expect(await ask('nonno@example.com')).toBe(total + 1);
  for (let count = 16; count < 30; count += 1) await post('forgot', { email: 'x' }, {}, idle.url);
  expect(await post('forgot', { email: 'x@example.com' }, {}, idle.url)).toMatchObject({ status: 429 });
  await idle.close();
});

test('mails are in the chosen language', async () => {
  const { email, cookie } = await newVisitor(server.url);
  await post('forgot', { email }, { cookie: `${cookie}; memori_language=it` });
  const mail = await mailTo(server.dataDir, email, 'Scegli una nuova password');
  expect(mail.text).toContain(`${server.url}/it/reset#`);
  expect(mail.html).toContain('<html lang="it">');
});

test('verification can be requested again, until the address is verified', async () => {
  const visitor = await newVisitor(server.url);
  const { dataDir } = server;
  const subject = 'Is this your address?';
  const verified = async () =>
    ((await (await visitor.get('/api/auth/me')).json()) as { user: { verified: boolean } }).user.verified;
  await mailTo(dataDir, visitor.email, subject);
  const again = () => visitor.post('/api/trpc/recovery.sendVerification');
  expect((await again()).status).toBe(200);
  await expect.poll(() => mailsTo(dataDir, visitor.email)).toHaveLength(2);
  expect(await verified()).toBe(false);
  const token = tokenIn(await mailTo(dataDir, visitor.email, subject));
  expect(await post('verify', { token })).toMatchObject({ status: 200, body: { success: true } });
  expect(await verified()).toBe(true);
  expect(await post('verify', { token })).toMatchObject(linkUnknown);
});

test.each(['Password1', '123456', 'QWERTY', 'iloveyou'])('%s is refused as too common', async (common) => {
  const answer = await post('signup', { email: 'new@example.com', password: common });
  expect(answer).toMatchObject({
    status: 400,
    body: {
      error: 'This password is one of the most common ones, so others guess it first. Please choose another.',
      code: 'password_common',
    },
  });
});
