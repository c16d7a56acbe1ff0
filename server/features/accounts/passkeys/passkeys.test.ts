import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { clientOf } from '#tests/support/albums.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { mailTo, tokenIn } from '#tests/support/mailbox.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, password, type Visitor } from '#tests/support/visitor.ts';
import { removeExpiredChallenges } from './passkey-challenges.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const passkeysOf = (who: Pick<Visitor, 'cookie'>) => clientOf(server, who).passkeys;
const stranger = () => passkeysOf({ cookie: '' });
const code = (errorCode: string): unknown =>
  expect.objectContaining({ data: expect.objectContaining({ errorCode }) });
const begin = (visitor: Visitor) => passkeysOf(visitor).begin.mutate({ name: 'Phone', password });
const challenge = () => stranger().challenge.mutate();

async function verified(): Promise<Visitor> {
  const visitor = await newVisitor(server.url);
  await server.deps.db.user.update({ where: { id: visitor.userId }, data: { verifiedAt: new Date() } });
  return visitor;
}

/** A user with a passkey. */
async function withPasskey() {
  const visitor = await verified();
  const authenticator = createAuthenticator(server.url);
  const response = authenticator.create(await begin(visitor));
  const made = await passkeysOf(visitor).add.mutate({ name: ' Nonna’s  phone ', response });
  return { visitor, authenticator, made };
}

/** The same user in another browser. */
async function signInAgain({ email }: Visitor): Promise<{ cookie: string }> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return { cookie: response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '' };
}

test('adding a passkey needs the password and is announced by mail; it signs in, and can be removed', async () => {
  const visitor = await verified();
  const passkeys = passkeysOf(visitor);
  await expect(passkeys.begin.mutate({ name: 'Phone', password: 'a guess' })).rejects.toEqual(
    code('wrong_credentials'),
  );
  await expect(passkeys.begin.mutate({ name: ' ', password })).rejects.toEqual(code('passkey_name_required'));
  const authenticator = createAuthenticator(server.url);
  const options = await begin(visitor);
  expect(options).toMatchObject({
    rp: { name: 'Memori', id: '127.0.0.1' },
    user: { name: visitor.email, id: Buffer.from(visitor.userId).toString('base64url') },
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  const made = await passkeys.add.mutate({
    name: ' Nonna’s  phone ',
    response: authenticator.create(options),
  });
  expect(made).toMatchObject({ name: 'Nonna’s phone', lastUsedAt: null });
  expect(await mailTo(server.dataDir, visitor.email, 'A passkey was added to your account')).toBeDefined();

  const answer = authenticator.get(await challenge());
  const entered = await fetch(`${server.url}/api/trpc/passkeys.signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ response: answer }),
  });
  expect(entered.status).toBe(200);
  const cookie = entered.headers.getSetCookie()[0] ?? '';
  expect(cookie).toMatch(/^memori_session=[a-z2-7]{32}; .*HttpOnly.*SameSite=Lax/);
  const here = { cookie: cookie.split(';', 1)[0] ?? '' };
  expect((await clientOf(server, here).auth.me.query()).user).toMatchObject({ email: visitor.email });
  expect(await clientOf(server, here).account.sessions.query()).toHaveLength(2);

  const [listed] = await passkeys.list.query();
  expect(listed).toMatchObject({ id: made.id, lastUsedAt: expect.any(String) });
  await passkeys.remove.mutate({ id: made.id });
  expect(await passkeys.list.query()).toEqual([]);
  const late = authenticator.get(await challenge());
  await expect(stranger().signIn.mutate({ response: late })).rejects.toEqual(code('passkey_refused'));
});

test('a passkey response is accepted once, on this site, for its owner, with an increasing counter', async () => {
  const { visitor, authenticator } = await withPasskey();
  const other = await withPasskey();
  const refused = async (response: ReturnType<typeof authenticator.get>) =>
    expect(
      await stranger()
        .signIn.mutate({ response })
        .catch((error: unknown) => error),
    ).toEqual(code('passkey_refused'));
  const good = authenticator.get(await challenge());
  await stranger().signIn.mutate({ response: good });
  await refused(good);
  await refused(authenticator.get({ challenge: 'bm90IG9mIHRoaXMgc2VydmVy' }));
  await refused(authenticator.get(await begin(visitor)));
  await refused(authenticator.get(await challenge(), { origin: 'https://memori.example.org' }));
  await refused(authenticator.get(await challenge(), { host: 'memori.example.org' }));
  await refused(authenticator.get(await challenge(), { userId: other.visitor.userId }));
  await refused(createAuthenticator(server.url).get(await challenge(), { userId: visitor.userId }));
  const forged = authenticator.get(await challenge());
  await refused({
    ...forged,
    response: {
      ...forged.response,
      signature: other.authenticator.get(await challenge()).response.signature,
    },
  });
  await refused({ ...forged, response: { ...forged.response, clientDataJSON: 'bm90IEpTT04' } });
  await stranger().signIn.mutate({ response: authenticator.get(await challenge(), { counter: 100 }) });
  await refused(authenticator.get(await challenge(), { counter: 100 }));
  await refused(authenticator.get(await challenge(), { counter: 7 }));
  await stranger().signIn.mutate({ response: authenticator.get(await challenge(), { counter: 101 }) });

  const late = await challenge();
  await server.deps.db.passkeyChallenge.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
  await refused(authenticator.get(late, { counter: 102 }));
  await removeExpiredChallenges(server.deps.db);
  expect(await server.deps.db.passkeyChallenge.count()).toBe(0);
});

test('a passkey without a counter signs in repeatedly', async () => {
  const { visitor, authenticator } = await withPasskey();
  for (let time = 0; time < 2; time += 1) {
    const response = authenticator.get(await challenge(), { counter: 0 });
    expect((await stranger().signIn.mutate({ response })).user.id).toBe(visitor.userId);
  }
});

test('only the session that gave the password can add a passkey, once, and no duplicate', async () => {
  const { visitor, authenticator } = await withPasskey();
  const fresh = createAuthenticator(server.url);
  const add = (who: Pick<Visitor, 'cookie'>, response: ReturnType<typeof fresh.create>) =>
    passkeysOf(who)
      .add.mutate({ name: 'Phone', response })
      .catch((error: unknown) => error);
  const refused = code('passkey_not_added');
  const { user } = await begin(visitor);
  expect(await add(await signInAgain(visitor), fresh.create(await begin(visitor)))).toEqual(refused);
  expect(await add(await newVisitor(server.url), fresh.create(await begin(visitor)))).toEqual(refused);
  expect(await add(visitor, fresh.create({ ...(await challenge()), user }))).toEqual(refused);
  const wrong = { origin: 'https://memori.example.org' };
  expect(await add(visitor, fresh.create(await begin(visitor), wrong))).toEqual(refused);
  const again = await begin(visitor);
  expect(again.excludeCredentials).toHaveLength(1);
  expect(await add(visitor, authenticator.create(again))).toEqual(refused);
  const good = fresh.create(await begin(visitor));
  expect(await add(visitor, good)).toMatchObject({ name: 'Phone' });
  expect(await add(visitor, good)).toEqual(refused);
  expect(await passkeysOf(visitor).list.query()).toHaveLength(2);
});

test('a user has at most 20 passkeys', async () => {
  const visitor = await newVisitor(server.url);
  const row = { userId: visitor.userId, name: 'A', publicKey: Buffer.of(0), counter: 0, transports: [] };
  await server.deps.db.passkey.createMany({
    data: Array.from({ length: 20 }, (_, i) => ({
      ...row,
      id: `${visitor.userId}${i}`,
      credentialId: `${visitor.userId}${i}`,
    })),
  });
  await expect(begin(visitor)).rejects.toEqual(code('too_many_passkeys'));
});

test('resetting the password by mail removes the passkeys; changing it with the old one keeps them', async () => {
  const { visitor, authenticator } = await withPasskey();
  const next = 'quite a new one';
  await clientOf(server, visitor).account.changePassword.mutate({ current: password, password: next });
  await stranger().signIn.mutate({ response: authenticator.get(await challenge()) });
  await clientOf(server, { cookie: '' }).recovery.forgot.mutate({ email: visitor.email });
  const token = tokenIn(await mailTo(server.dataDir, visitor.email, 'Set a new password'));
  await clientOf(server, { cookie: '' }).recovery.reset.mutate({ token, password: next });
  const response = authenticator.get(await challenge());
  await expect(stranger().signIn.mutate({ response })).rejects.toEqual(code('passkey_refused'));
});

test('passkey attempts count towards the sign-in limit of the address, successes do not', async () => {
  const strict = await startTestServer({ jobs: false, settings: { LIMIT_LOGIN: '1/15m' } });
  onTestFinished(() => strict.close());
  const visitor = await newVisitor(strict.url);
  const authenticator = createAuthenticator(strict.url);
  const { passkeys } = clientOf(strict, visitor);
  const response = authenticator.create(await passkeys.begin.mutate({ name: 'Phone', password }));
  await passkeys.add.mutate({ name: 'Phone', response });
  const visit = clientOf(strict, { cookie: '' }).passkeys;
  await visit.signIn.mutate({ response: authenticator.get(await visit.challenge.mutate()) });
  for (let count = 0; count < 10; count += 1) await visit.challenge.mutate();
  await expect(visit.challenge.mutate()).rejects.toEqual(code('too_many_requests'));
  const wrong = await fetch(`${strict.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: visitor.email, password: 'a guess' }),
  });
  expect(wrong.status).toBe(429);
});
