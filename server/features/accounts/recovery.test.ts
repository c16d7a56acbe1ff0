import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { addVideo, clientOf, fakeVideo } from '#tests/support/albums.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { mailTo, tokenIn } from '#tests/support/mailbox.ts';
import { mailsTo } from '#tests/support/outbox.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createUserData } from '#tests/support/user-data.ts';
import { newVisitor, password, type Visitor } from '#tests/support/visitor.ts';
import { createId } from '#server/platform/ids.ts';
import { sendDelivery } from '../webhooks/send.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const next = 'a brand new one';
const fresh = () => `nonno-${crypto.randomUUID()}@example.com`;
const code = (errorCode: string): unknown =>
  expect.objectContaining({ data: expect.objectContaining({ errorCode }) });
const anybody = () => clientOf(server, { cookie: '' });
const verify = (token: string) => anybody().recovery.verify.mutate({ token });
const tokenFor = async (email: string, subject: string) =>
  tokenIn(await mailTo(server.dataDir, email, subject));

async function post(path: string, body: object) {
  const response = await fetch(`${server.url}/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' };
}
const login = (email: string, secret = password) => post('login', { email, password: secret });

/** Sets a new password by mail; resolves with the new session. */
async function reset(email: string): Promise<{ cookie: string }> {
  await post('forgot', { email });
  const token = await tokenFor(email, 'Set a new password');
  const { status, cookie } = await post('reset', { token, password: next });
  expect(status).toBe(200);
  return { cookie };
}

/** Everything that an intruder with a session can have made, and whether each still opens something. */
async function intrude(visitor: Visitor) {
  const { url, deps } = server;
  const heard: string[] = [];
  const receiver = createServer((req, res) => {
    heard.push(String(req.headers['webhook-id']));
    res.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void receiver.close());
  const target = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const client = clientOf(server, visitor);
  const videoId = await addVideo(server, visitor.userId, fakeVideo('a'));
  const token = await client.tokens.create.mutate({ name: 'Scanner', scopes: ['read', 'generate'] });
  const test = await client.tokens.create.mutate({ name: 'Test', scopes: ['read', 'generate'], test: true });
  const frame = await client.frame.create.mutate({ name: 'Kitchen', films: null, dim: null });
  const box = await client.box.open.mutate({ name: 'Ottanta' });
  const webhook = await client.webhooks.create.mutate({ url: target, events: ['credits.low'] });
  await fetch(`${url}/api/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${test.token}` },
    body: JSON.stringify({ url: `${target}test`, events: ['video.succeeded'] }),
  });
  const sent = await createUserData(() => ({ memori: server, owner: visitor })).boxPhoto();
  const { boxId: other } = await deps.db.boxPhoto.findUniqueOrThrow({ where: { id: sent.id } });
  await deps.db.boxPhoto.update({ where: { id: sent.id }, data: { boxId: box.box.id } });
  await deps.db.box.delete({ where: { id: other } });
  const bearer = { authorization: `Bearer ${token.token}` };
  const status = async (path: string, headers: Record<string, string> = {}) =>
    (await fetch(url + path, { headers })).status;
  return {
    ids: { token: token.id, frame: frame.frame.id, box: box.box.id, webhook: webhook.id },
    heard,
    opens: async () => ({
      session: await status('/api/auth/sessions', { cookie: visitor.cookie }),
      token: await status('/api/video/tasks', bearer),
      testToken: await status('/api/video/tasks', { authorization: `Bearer ${test.token}` }),
      frame: await status(`/api/frame/${frame.secret}`),
      framed: await status(`/api/frame/${frame.secret}/video/${videoId}`),
      box: await status(`/api/box/${box.secret}`),
      sent: await status(`/api/sent/${sent.secret}`),
    }),
  };
}

const everything = { session: 200, token: 200, testToken: 200, frame: 200, framed: 200, box: 200, sent: 200 };
const nothing = { session: 401, token: 401, testToken: 401, frame: 404, framed: 404, box: 404, sent: 404 };

test('a reset stops everything that opens something, until its owner keeps it', async () => {
  const visitor = await newVisitor(server.url);
  const { ids, opens } = await intrude(visitor);
  expect(await opens()).toEqual(everything);
  const authenticator = createAuthenticator(server.url);
  const { passkeys } = clientOf(server, visitor);
  const response = authenticator.create(await passkeys.begin.mutate({ name: 'Phone', password }));
  await passkeys.add.mutate({ name: 'Phone', response });

  const owner = await reset(visitor.email);
  expect(await opens()).toEqual(nothing);
  await expect(
    anybody().passkeys.signIn.mutate({
      response: authenticator.get(await anybody().passkeys.challenge.mutate()),
    }),
  ).rejects.toEqual(code('passkey_refused'));
  const { account, tokens, webhooks, frame, box } = clientOf(server, owner);
  expect([await tokens.list.query(), await webhooks.list.query()]).toEqual([[], []]);
  expect([await frame.list.query(), await box.list.query()]).toEqual([[], []]);

  const held = await account.accesses.query();
  expect(held.map(({ kind, name, suspended }) => [kind, name, suspended])).toEqual([
    ['token', 'Test', true],
    ['token', 'Scanner', true],
    ['frame', 'Kitchen', true],
    ['box', 'Ottanta', true],
    ['webhook', expect.stringContaining('/test'), true],
    ['webhook', expect.stringContaining('http://127.0.0.1'), true],
  ]);
  // Nobody else can keep or end them.
  const stranger = await newVisitor(server.url);
  const kept = { kind: 'frame', id: ids.frame } as const;
  const ended = { kind: 'token', id: ids.token } as const;
  await clientOf(server, stranger).account.answerAccesses.mutate({ keep: [kept], end: [ended] });
  expect(await opens()).toEqual(nothing);

  const left = await account.answerAccesses.mutate({ keep: [kept], end: [ended] });
  expect(left.map(({ kind, suspended }) => [kind, suspended])).toEqual([
    ['token', true],
    ['frame', false],
    ['box', true],
    ['webhook', true],
    ['webhook', true],
  ]);
  expect(await opens()).toEqual({ ...nothing, frame: 200, framed: 200 });
  await account.answerAccesses.mutate({ keep: [{ kind: 'box', id: ids.box }], end: [kept] });
  expect(await opens()).toEqual({ ...nothing, box: 200, sent: 200 });
});

test('a suspended webhook gets neither waiting messages nor new ones; once kept, it does', async () => {
  const visitor = await newVisitor(server.url);
  const { ids, heard } = await intrude(visitor);
  const { db } = server.deps;
  const waiting = await db.webhookDelivery.create({
    data: {
      id: `msg_${createId()}`,
      webhookId: ids.webhook,
      userId: visitor.userId,
      event: 'credits.low',
      data: '{}',
    },
  });
  const owner = clientOf(server, await reset(visitor.email));
  await sendDelivery(server.deps, waiting.id, { last: false, signal: AbortSignal.timeout(60_000) });
  expect(await db.webhookDelivery.findUnique({ where: { id: waiting.id } })).toMatchObject({
    lastError: 'suspended',
    deliveredAt: null,
  });
  await expect(owner.webhooks.test.mutate({ id: ids.webhook })).rejects.toEqual(code('webhook_not_found'));
  expect(heard).toEqual([]);
  await owner.account.answerAccesses.mutate({ keep: [{ kind: 'webhook', id: ids.webhook }], end: [] });
  const { deliveryId } = await owner.webhooks.test.mutate({ id: ids.webhook });
  await expect.poll(() => heard).toEqual([deliveryId]);
});

test('an undone change of address stops the same, and later links of the intruder’s', async () => {
  const visitor = await newVisitor(server.url);
  const { opens } = await intrude(visitor);
  const { account } = clientOf(server, visitor);
  const [second, third] = [fresh(), fresh()];
  await account.changeEmail.mutate({ email: second, password });
  await verify(await tokenFor(second, 'Confirm your new address'));
  await account.changeEmail.mutate({ email: third, password });
  const later = await tokenFor(third, 'Confirm your new address');
  const undo = await tokenFor(visitor.email, 'Your account has a new address');
  expect(await verify(undo)).toMatchObject({ did: 'undone' });
  expect(await opens()).toEqual(nothing);
  await expect(verify(later)).rejects.toEqual(code('mail_link_unknown'));
  const owner = clientOf(server, await reset(visitor.email));
  expect(await owner.account.accesses.query()).toHaveLength(6);
});

const day = 86_400_000;
/** How long the account has had its first address, when it is moved to the second; and whether that can still be undone. */
test.each([
  ['a brief one', 1, 'mail_link_unknown'],
  ['one of a week', 7, null],
])('a reset at the new address, and the way back to %s', async (_which, days, refused) => {
  const visitor = await newVisitor(server.url);
  const { db } = server.deps;
  const createdAt = new Date(Date.now() - days * day);
  await db.user.update({ where: { id: visitor.userId }, data: { createdAt } });
  const second = fresh();
  await clientOf(server, visitor).account.changeEmail.mutate({ email: second, password });
  await verify(await tokenFor(second, 'Confirm your new address'));
  const undo = await tokenFor(visitor.email, 'Your account has a new address');
  const owner = clientOf(server, await reset(second));
  const waysBack = await owner.account.waysBack.query();
  expect(waysBack.map(({ email }) => email)).toEqual(refused ? [] : [visitor.email]);
  if (refused) await expect(verify(undo)).rejects.toEqual(code(refused));
  else await expect(verify(undo)).resolves.toMatchObject({ did: 'undone' });
});

test('of two former addresses, a reset ends the way back to the one that had the account briefly', async () => {
  const visitor = await newVisitor(server.url);
  const createdAt = new Date(Date.now() - 30 * day);
  await server.deps.db.user.update({ where: { id: visitor.userId }, data: { createdAt } });
  const [second, third] = [fresh(), fresh()];
  for (const email of [second, third]) {
    await clientOf(server, visitor).account.changeEmail.mutate({ email, password });
    await verify(await tokenFor(email, 'Confirm your new address'));
  }
  const toSecond = await tokenFor(second, 'Your account has a new address');
  await reset(third);
  await expect(verify(toSecond)).rejects.toEqual(code('mail_link_unknown'));
  const toFirst = await tokenFor(visitor.email, 'Your account has a new address');
  await expect(verify(toFirst)).resolves.toMatchObject({ did: 'undone' });
});

test.each<[string, (visitor: Visitor) => Promise<unknown>]>([
  ['a reset', ({ email }) => reset(email)],
  [
    'a change of password',
    (visitor) =>
      clientOf(server, visitor).account.changePassword.mutate({ current: password, password: next }),
  ],
  ['signing out elsewhere', (visitor) => clientOf(server, visitor).account.endOtherSessions.mutate()],
])('%s ends a change of address that was begun before', async (_what, recover) => {
  const visitor = await newVisitor(server.url);
  const wanted = fresh();
  const intruder = { cookie: (await login(visitor.email)).cookie };
  await clientOf(server, intruder).account.changeEmail.mutate({ email: wanted, password });
  const link = await tokenFor(wanted, 'Confirm your new address');
  await mailTo(server.dataDir, visitor.email, 'Somebody wants to change your address');
  await recover(visitor);
  await expect(verify(link)).rejects.toEqual(code('mail_link_unknown'));
});

test('a change of password and signing out elsewhere offer what else opens something, and end none of it', async () => {
  const visitor = await newVisitor(server.url);
  const { opens } = await intrude(visitor);
  const { account } = clientOf(server, visitor);
  await account.changePassword.mutate({ current: password, password: next });
  await account.endOtherSessions.mutate();
  expect(await opens()).toEqual(everything);
  const offered = await account.accesses.query();
  expect(offered.map(({ kind }) => kind)).toEqual(['token', 'token', 'frame', 'box', 'webhook', 'webhook']);
  expect(offered.filter(({ suspended }) => suspended)).toEqual([]);
  await account.answerAccesses.mutate({ keep: [], end: offered });
  expect(await opens()).toEqual({ ...nothing, session: 200 });
});

test('what is created is told by mail, to an unverified address too', async () => {
  const visitor = await newVisitor(server.url);
  await intrude(visitor);
  await clientOf(server, visitor).account.changePassword.mutate({ current: password, password: next });
  await mailTo(server.dataDir, visitor.email, 'Your password was changed');
  const told = async () =>
    (await mailsTo(server.dataDir, visitor.email))
      .map(({ subject = '' }) => subject)
      .toSorted((a, b) => a.localeCompare(b, 'en'));
  await expect
    .poll(told)
    .toEqual([
      'A frame was set up for your account',
      'A photo box was opened for your account',
      'A webhook was added to your account',
      'An API token was made for your account',
      'An API token was made for your account',
      'Is this your address?',
      'Your password was changed',
    ]);
});

test('a mail’s link says what it does, and asking does not use it up', async () => {
  const visitor = await newVisitor(server.url);
  const token = await tokenFor(visitor.email, 'Is this your address?');
  const ask = () => anybody().recovery.link.mutate({ token });
  await expect(ask()).resolves.toEqual({ purpose: 'verify', email: visitor.email });
  await expect(ask()).resolves.toEqual({ purpose: 'verify', email: visitor.email });
  await expect(verify(token)).resolves.toMatchObject({ did: 'verified' });
  await expect(ask()).rejects.toEqual(code('mail_link_unknown'));
});

test('a link that sets a password is not described to whoever asks', async () => {
  const { email } = await newVisitor(server.url);
  await post('forgot', { email });
  const token = await tokenFor(email, 'Set a new password');
  await expect(anybody().recovery.link.mutate({ token })).rejects.toEqual(code('mail_link_unknown'));
});
