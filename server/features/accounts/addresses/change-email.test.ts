import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf } from '#tests/support/albums.ts';
import { mailTo, tokenIn } from '#tests/support/mailbox.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, password, type Visitor } from '#tests/support/visitor.ts';
import type { JobData } from '#server/platform/jobs/definition.ts';
import { sendAccountMail } from './mail.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const fresh = () => `nonna-${crypto.randomUUID()}@example.com`;
const ask = (visitor: Visitor, email: string, secret = password) =>
  clientOf(server, visitor).account.changeEmail.mutate({ email, password: secret });
const open = (token: string) => clientOf(server, { cookie: '' }).recovery.verify.mutate({ token });
const tokenFor = async (email: string, subject: string) =>
  tokenIn(await mailTo(server.dataDir, email, subject));
const confirmationTo = (email: string) => tokenFor(email, 'Confirm your new address');
const noticeTo = (email: string) => tokenFor(email, 'Your account has a new address');
const code = (errorCode: string): unknown =>
  expect.objectContaining({ data: expect.objectContaining({ errorCode }) });

async function signIn(email: string): Promise<number> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return response.status;
}

async function verified(): Promise<Visitor> {
  const visitor = await newVisitor(server.url);
  await server.deps.db.user.update({ where: { id: visitor.userId }, data: { verifiedAt: new Date() } });
  return visitor;
}

test('an address changes once its link is opened, and the old address is notified and can undo it', async () => {
  const visitor = await verified();
  const [old, next] = [visitor.email, fresh()];
  await expect(ask(visitor, next, 'a guess')).rejects.toEqual(code('wrong_credentials'));
  await expect(ask(visitor, 'x@mailinator.com')).rejects.toEqual(code('disposable_email'));
  await ask(visitor, next);
  const token = await confirmationTo(next);
  expect(await signIn(next)).toBe(401);
  expect(await open(token)).toEqual({ success: true, did: 'changed' });
  await expect(open(token)).rejects.toEqual(code('mail_link_unknown'));
  expect([await signIn(old), await signIn(next)]).toEqual([401, 200]);
  expect(await (await visitor.get('/api/auth/me')).json()).toMatchObject({
    user: { email: next, verified: true },
  });

  const undo = await noticeTo(old);
  const row = await server.deps.db.accountToken.findFirstOrThrow({ where: { purpose: 'undo-email' } });
  expect((row.expiresAt.getTime() - row.createdAt.getTime()) / 86_400_000).toBeCloseTo(7, 2);
  expect(await open(undo)).toEqual({ success: true, did: 'undone' });
  expect((await visitor.get('/api/auth/me')).status).toBe(401);
  expect([await signIn(old), await signIn(next)]).toEqual([200, 401]);
  await mailTo(server.dataDir, old, 'Set a new password');
});

test('an older change can be undone after a newer one, but not the reverse', async () => {
  const visitor = await verified();
  const [first, second, third] = [visitor.email, fresh(), fresh()];
  await ask(visitor, second);
  await open(await confirmationTo(second));
  const toFirst = await noticeTo(first);
  await ask(visitor, third);
  await open(await confirmationTo(third));
  const toSecond = await noticeTo(second);
  expect(await open(toFirst)).toMatchObject({ did: 'undone' });
  await expect(open(toSecond)).rejects.toEqual(code('mail_link_unknown'));
  expect(await signIn(first)).toBe(200);
});

test('of two accounts that want the same address, the second is refused', async () => {
  const [one, two, three] = [await verified(), await verified(), await verified()];
  const email = fresh();
  await expect(ask(one, two.email.toUpperCase())).rejects.toEqual(code('email_taken'));
  await ask(one, email);
  const first = await confirmationTo(email);
  await ask(two, email);
  await expect.poll(async () => (await mailsTo(server.dataDir, email)).length).toBe(2);
  const second = await confirmationTo(email);
  expect(second).not.toBe(first);
  const outcomes = await Promise.allSettled([open(first), open(second)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: code('email_taken') });
  await expect(ask(three, email)).rejects.toEqual(code('email_taken'));
});

test('an unverified old address is notified and can undo the change, too', async () => {
  const visitor = await newVisitor(server.url);
  const next = fresh();
  await ask(visitor, next);
  await open(await confirmationTo(next));
  expect(await open(await noticeTo(visitor.email))).toMatchObject({ did: 'undone' });
  expect([await signIn(visitor.email), await signIn(next)]).toEqual([200, 401]);
});

test('nobody else gets the old address while it can be taken back', async () => {
  const [visitor, other] = [await verified(), await verified()];
  const [old, next] = [visitor.email, fresh()];
  await ask(visitor, next);
  const link = await confirmationTo(next);
  // Also at the very moment that it becomes free.
  const squat = (email: string) => newVisitor(server.url, email).then(() => 'taken', String);
  const [, ...early] = await Promise.all([open(link), ...Array.from({ length: 5 }, () => squat(old))]);
  for (const each of [...early, await squat(old), await squat(old.toUpperCase())])
    expect(each).toContain('"code":"email_taken"');
  await expect(ask(other, old)).rejects.toEqual(code('email_taken'));
  // Its account can have it back in both ways.
  const undo = await noticeTo(old);
  await ask(visitor, old);
  expect(await open(undo)).toMatchObject({ did: 'undone' });
  expect(await signIn(old)).toBe(200);
  expect(await squat(next)).toBe('taken');
});

test('after a week, the old address is free', async () => {
  const visitor = await verified();
  const next = fresh();
  await ask(visitor, next);
  await open(await confirmationTo(next));
  const { userId, email } = visitor;
  await server.deps.db.accountToken.updateMany({ where: { userId }, data: { expiresAt: new Date() } });
  expect(await newVisitor(server.url, email)).toMatchObject({ email });
});

describe('links whose mails wait', () => {
  let idle: TestServer;
  beforeAll(async () => {
    idle = await startTestServer({ jobs: false });
  });
  afterAll(() => idle.close());

  /** Sends all mails about the account that wait, the oldest first. */
  async function sendWaiting({ userId }: Visitor): Promise<void> {
    const jobs = await idle.deps.queue.findJobs<JobData['account-mail']>('account-mail');
    const own = jobs.filter(({ data }) => 'userId' in data && data.userId === userId);
    for (const { data } of own.toSorted((a, b) => a.createdOn.getTime() - b.createdOn.getTime()))
      await sendAccountMail(idle.deps, data);
  }
  const change = (visitor: Visitor, email: string) =>
    clientOf(idle, visitor).account.changeEmail.mutate({ email, password });
  const mails = async (email: string) => (await mailsTo(idle.dataDir, email)).map(({ subject }) => subject);

  test('a later request ends the earlier ones', async () => {
    const visitor = await newVisitor(idle.url);
    const [typo, right] = [fresh(), fresh()];
    await change(visitor, typo);
    await change(visitor, right);
    await sendWaiting(visitor);
    expect([await mails(typo), await mails(right)]).toEqual([[], ['Confirm your new address']]);
    // A retry replaces the link, and leaves one.
    await sendWaiting(visitor);
    const [first, second] = (await mailsTo(idle.dataDir, right)).map(tokenIn);
    const openHere = (token = '') => clientOf(idle, { cookie: '' }).recovery.verify.mutate({ token });
    await expect(openHere(first)).rejects.toEqual(code('mail_link_unknown'));
    expect(await openHere(second)).toMatchObject({ did: 'changed' });
  });

  test('a change of password ends them', async () => {
    const visitor = await newVisitor(idle.url);
    const wanted = fresh();
    await change(visitor, wanted);
    const { account } = clientOf(idle, visitor);
    await account.changePassword.mutate({ current: password, password: 'a walk by the sea' });
    await sendWaiting(visitor);
    expect(await mails(wanted)).toEqual([]);
  });

  test('an undone change ends the way back to a later address before it is mailed', async () => {
    const visitor = await newVisitor(idle.url);
    const [first, second, third] = [visitor.email, fresh(), fresh()];
    const openHere = (token: string) => clientOf(idle, { cookie: '' }).recovery.verify.mutate({ token });
    const linkTo = async (email: string, subject = 'Confirm your new address') =>
      tokenIn((await mailsTo(idle.dataDir, email)).findLast((mail) => mail.subject === subject)!);
    await change(visitor, second);
    await sendWaiting(visitor);
    await openHere(await linkTo(second));
    await sendWaiting(visitor);
    await change(visitor, third);
    await sendWaiting(visitor);
    const undo = await linkTo(first, 'Your account has a new address');
    const before = (await mails(second)).length;
    await openHere(await linkTo(third));
    await openHere(undo);
    await sendWaiting(visitor);
    expect(await mails(second)).toHaveLength(before);
  });
});
