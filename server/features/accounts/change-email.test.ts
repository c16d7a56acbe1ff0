import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '../../../tests/support/albums.ts';
import { mailTo, tokenIn } from '../../../tests/support/mailbox.ts';
import { mailsTo } from '../../../tests/support/outbox.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';
import { newVisitor, password, type Visitor } from '../../../tests/support/visitor.ts';

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
  await expect.poll(async () => (await mailsTo(server.dataDir, email)).length, { timeout: 60_000 }).toBe(2);
  const second = await confirmationTo(email);
  expect(second).not.toBe(first);
  const outcomes = await Promise.allSettled([open(first), open(second)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: code('email_taken') });
  await expect(ask(three, email)).rejects.toEqual(code('email_taken'));
});

test('an unverified old address is not notified and can’t undo the change', async () => {
  const visitor = await newVisitor(server.url);
  const next = fresh();
  await ask(visitor, next);
  await open(await confirmationTo(next));
  const { userId } = visitor;
  expect(await server.deps.db.accountToken.count({ where: { userId, purpose: 'undo-email' } })).toBe(0);
  const jobs = await server.deps.queue.findJobs('account-mail');
  expect(
    jobs.filter(
      ({ data }) => JSON.stringify(data).includes('email-changed') && JSON.stringify(data).includes(userId),
    ),
  ).toEqual([]);
});
