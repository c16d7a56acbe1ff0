import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '#tests/support/albums.ts';
import { createAuthenticator } from '#tests/support/authenticator.ts';
import { mailTo, tokenIn } from '#tests/support/mailbox.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, password, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ settings: { LIMIT_LOGIN: '1000/15m', LIMIT_SIGNUP: '100/1h' } });
});
afterAll(() => server.close());

const next = 'a brand new one';

async function signIn(email: string): Promise<string | null> {
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? null;
}
const isSignedIn = async (cookie: string) =>
  (await fetch(`${server.url}/api/auth/me`, { headers: { cookie } })).status === 200;

/** The error code that a call is refused with. */
const codeOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'done',
    (error: unknown) => (error as { data?: { errorCode?: string } }).data?.errorCode,
  );

/** Waits until so many statements that contain `words` wait for a lock; a job may wait for it, too. */
async function untilWaiting(words: string, count: number): Promise<void> {
  const waiting = async () => {
    const { rows } = await server.deps.pool.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND strpos(query, $1) > 0`,
      [words],
    );
    return rows[0]?.count;
  };
  await expect.poll(waiting).toBeGreaterThanOrEqual(count);
}

async function resetByMail({ email }: Visitor): Promise<void> {
  const { recovery } = clientOf(server, { cookie: '' });
  await recovery.forgot.mutate({ email });
  const token = tokenIn(await mailTo(server.dataDir, email, 'Set a new password'));
  await recovery.reset.mutate({ token, password: next });
}

test.each<[string, (visitor: Visitor) => Promise<unknown>]>([
  [
    'is changed',
    (visitor) =>
      clientOf(server, visitor).account.changePassword.mutate({ current: password, password: next }),
  ],
  ['is reset by mail', resetByMail],
])('no session that was opened with the old password survives when it %s', async (_how, replace) => {
  for (let round = 0; round < 3; round += 1) {
    const visitor = await newVisitor(server.url);
    const cookies: string[] = [];
    let replaced = false;
    // Their passwords are checked in a queue, so that some read the old hash before the change and sign in after it.
    const intruders = Array.from({ length: 5 }, async () => {
      while (!replaced) {
        const cookie = await signIn(visitor.email);
        if (cookie) cookies.push(cookie);
      }
    });
    await expect.poll(() => cookies.length).toBeGreaterThan(0);
    await replace(visitor);
    replaced = true;
    await Promise.all(intruders);
    const alive = await Promise.all(cookies.map(isSignedIn));
    expect(alive.filter(Boolean)).toEqual([]);
    expect(await signIn(visitor.email)).toBeNull();
  }
});

test('what was checked against the old password changes nothing once there is a new one', async () => {
  const visitor = await newVisitor(server.url);
  const { account } = clientOf(server, { cookie: (await signIn(visitor.email)) ?? '' });
  // The new password is stored, but nobody sees it yet: all of these find that the old one is right.
  const client = await server.deps.pool.connect();
  await client.query('BEGIN');
  await client.query("UPDATE app_user SET password_hash = 'another' WHERE id = $1", [visitor.userId]);
  const attempts = [
    codeOf(clientOf(server, { cookie: '' }).auth.signIn.mutate({ email: visitor.email, password })),
    codeOf(account.changePassword.mutate({ current: password, password: next })),
    codeOf(account.changeEmail.mutate({ email: 'thief@example.com', password })),
    codeOf(account.confirmPassword.mutate({ password })),
    codeOf(account.requestDeletion.mutate({ password })),
  ];
  await untilWaiting('password_hash', attempts.length);
  await client.query('COMMIT');
  client.release();
  expect(await Promise.all(attempts)).toEqual(attempts.map(() => 'wrong_credentials'));
});

/** Makes these calls while the account is recovered, as by a reset that nobody sees yet; resolves with their codes. */
async function whileRecovered({ userId }: Visitor, calls: (() => Promise<unknown>)[]): Promise<unknown[]> {
  const client = await server.deps.pool.connect();
  try {
    await client.query('BEGIN');
    await client.query("UPDATE app_user SET password_hash = 'another' WHERE id = $1", [userId]);
    await client.query('DELETE FROM session WHERE user_id = $1', [userId]);
    const attempts = calls.map((call) => codeOf(call()));
    await untilWaiting('', attempts.length);
    await client.query('COMMIT');
    return await Promise.all(attempts);
  } finally {
    client.release(true);
  }
}

test('what a session asks for while the account is recovered is not created', async () => {
  const visitor = await newVisitor(server.url);
  const { tokens, frame, box, webhooks } = clientOf(server, visitor);
  const hook = await webhooks.create.mutate({ url: 'http://127.0.0.1:9/', events: ['credits.low'] });
  // As many as one user has connections for.
  const refused = await whileRecovered(visitor, [
    () => tokens.create.mutate({ name: 'A', scopes: ['read'] }),
    () => frame.create.mutate({ name: null, films: null, dim: null }),
    () => box.open.mutate({ name: 'Zii' }),
    () => webhooks.create.mutate({ url: 'http://127.0.0.1:9/', events: ['credits.low'] }),
    () => webhooks.rotate.mutate({ id: hook.id }),
  ]);
  expect(refused).toEqual(Array.from({ length: 5 }, () => 'not_signed_in'));
});

test('a passkey that is added while the account is recovered is not: its challenge went with the session', async () => {
  const visitor = await newVisitor(server.url);
  const { passkeys } = clientOf(server, visitor);
  const authenticator = createAuthenticator(server.url);
  const response = authenticator.create(await passkeys.begin.mutate({ name: 'Phone', password }));
  const refused = await whileRecovered(visitor, [() => passkeys.add.mutate({ name: 'Phone', response })]);
  expect(refused).toEqual(['passkey_not_added']);
});

test('a passkey that is removed while it signs in opens no session', async () => {
  const visitor = await newVisitor(server.url);
  const { passkeys } = clientOf(server, visitor);
  const authenticator = createAuthenticator(server.url);
  const response = authenticator.create(await passkeys.begin.mutate({ name: 'Phone', password }));
  await passkeys.add.mutate({ name: 'Phone', response });
  const stranger = clientOf(server, { cookie: '' }).passkeys;
  const answer = authenticator.get(await stranger.challenge.mutate());
  const client = await server.deps.pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM app_user WHERE id = $1 FOR NO KEY UPDATE', [visitor.userId]);
  await client.query('DELETE FROM session WHERE user_id = $1', [visitor.userId]);
  const attempt = codeOf(stranger.signIn.mutate({ response: answer }));
  await untilWaiting('app_user', 1);
  await client.query('DELETE FROM passkey WHERE user_id = $1', [visitor.userId]);
  await client.query('COMMIT');
  client.release();
  expect(await attempt).toBe('passkey_refused');
  expect(await server.deps.db.session.count({ where: { userId: visitor.userId } })).toBe(0);
});
