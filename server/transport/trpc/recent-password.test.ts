import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '#tests/support/albums.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createUserData } from '#tests/support/user-data.ts';
import { newVisitor, password, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, settings: { LIMIT_SIGNUP: '100/1h' } });
});
afterAll(() => server.close());

const code = (errorCode: string): unknown =>
  expect.objectContaining({ data: expect.objectContaining({ errorCode }) });
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const authenticated = ({ userId }: Visitor, authenticatedAt: Date) =>
  server.deps.db.session.updateMany({ where: { userId }, data: { authenticatedAt } });

type Client = ReturnType<typeof clientOf>;
const url = 'http://127.0.0.1:9/';

/** Everything that outlives the session that creates it. */
const lasting: [string, (client: Client, webhookId: string) => Promise<unknown>][] = [
  ['tokens.create', ({ tokens }) => tokens.create.mutate({ name: 'A', scopes: ['read'] })],
  ['frame.create', ({ frame }) => frame.create.mutate({ name: null, films: null, dim: null })],
  [
    'frame.code',
    async ({ frame }) => {
      const [made] = await frame.list.query();
      const { id } = made ?? (await frame.create.mutate({ name: null, films: null, dim: null })).frame;
      return frame.code.mutate({ id });
    },
  ],
  ['box.open', ({ box }) => box.open.mutate({ name: 'Zii' })],
  ['webhooks.create', ({ webhooks }) => webhooks.create.mutate({ url, events: ['credits.low'] })],
  ['webhooks.rotate', ({ webhooks }, id) => webhooks.rotate.mutate({ id })],
  ['account.answerAccesses', ({ account }) => account.answerAccesses.mutate({ keep: [], end: [] })],
];

test.each(lasting)('%s asks for a password that was given more than ten minutes ago', async (_path, call) => {
  const visitor = await newVisitor(server.url);
  const { id } = await createUserData(() => ({ memori: server, owner: visitor })).webhook();
  const client = clientOf(server, visitor);
  await call(client, id);
  await authenticated(visitor, minutesAgo(9.9));
  await call(client, id);
  await authenticated(visitor, minutesAgo(10.1));
  await expect(call(client, id)).rejects.toEqual(code('password_needed'));
  await expect(client.account.confirmPassword.mutate({ password: 'a guess' })).rejects.toEqual(
    code('wrong_credentials'),
  );
  await expect(call(client, id)).rejects.toEqual(code('password_needed'));
  await client.account.confirmPassword.mutate({ password });
  await call(client, id);
});

test('a passkey does instead of the password, but only one’s own, in one’s own session', async () => {
  const [visitor, other] = [await newVisitor(server.url), await newVisitor(server.url)];
  const withPasskey = async (who: Visitor) => {
    const { passkeys } = clientOf(server, who);
    const authenticator = createAuthenticator(server.url);
    const response = authenticator.create(await passkeys.begin.mutate({ name: 'Phone', password }));
    await passkeys.add.mutate({ name: 'Phone', response });
    return { authenticator, passkeys };
  };
  const [mine, theirs] = [await withPasskey(visitor), await withPasskey(other)];
  await authenticated(visitor, minutesAgo(11));
  const { tokens } = clientOf(server, visitor);
  const create = () => tokens.create.mutate({ name: 'A', scopes: ['read'] });
  const options = await mine.passkeys.beginConfirm.mutate();
  expect(options.allowCredentials).toHaveLength(1);
  const confirm = (response: ReturnType<typeof mine.authenticator.get>) =>
    mine.passkeys.confirm.mutate({ response });
  await expect(confirm(theirs.authenticator.get(options))).rejects.toEqual(code('passkey_refused'));
  const foreign = mine.authenticator.get(await theirs.passkeys.beginConfirm.mutate());
  await expect(confirm(foreign)).rejects.toEqual(code('passkey_refused'));
  const forSigningIn = mine.authenticator.get(await mine.passkeys.challenge.mutate());
  await expect(confirm(forSigningIn)).rejects.toEqual(code('passkey_refused'));
  await expect(create()).rejects.toEqual(code('password_needed'));
  const response = mine.authenticator.get(await mine.passkeys.beginConfirm.mutate());
  await confirm(response);
  await expect(confirm(response)).rejects.toEqual(code('passkey_refused'));
  await create();
});

test('a call that asked for the password can be repeated with the same idempotency key', async () => {
  const visitor = await newVisitor(server.url);
  const create = async () => {
    const headers = { 'idempotency-key': 'once' };
    return visitor.post('/api/tokens', { name: 'A', scopes: ['read'] }, headers);
  };
  await authenticated(visitor, minutesAgo(11));
  const refused = await create();
  expect([refused.status, await refused.json()]).toMatchObject([
    403,
    {
      error: 'Please confirm with your password first: it was last given more than ten minutes ago',
      code: 'password_needed',
    },
  ]);
  await clientOf(server, visitor).account.confirmPassword.mutate({ password });
  expect((await create()).status).toBe(201);
});
