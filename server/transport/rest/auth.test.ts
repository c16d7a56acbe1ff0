import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorBody, type ErrorCode, errorCatalogue } from '#shared/errors.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, password } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

async function call(path: string, body?: unknown, headers: Record<string, string> = {}) {
  const response = await fetch(`${server.url}/api/auth/${path}`, {
    method: path === 'me' ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const cookies = response.headers.getSetCookie();
  const retryAfter = Number(response.headers.get('retry-after'));
  return { status: response.status, body: (await response.json()) as unknown, cookies, retryAfter };
}

const refusal = (code: ErrorCode) => ({
  status: errorCatalogue[code].status,
  body: { ...errorBody(code), doc: `${server.url}/api/docs#${code}` },
  cookies: [],
});
const cookieOf = (cookies: string[]) => cookies[0]?.split(';', 1)[0] ?? '';

test('signing up, out and in again', async () => {
  const email = 'Nonna.Maria@Example.com';
  const signedUp = await call('signup', { email, password });
  expect(signedUp).toMatchObject({ status: 201, body: { user: { id: expect.any(String), email } } });
  expect(signedUp.cookies).toHaveLength(1);
  expect(signedUp.cookies[0]).toMatch(
    /^memori_session=[a-z2-7]{32}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  );
  const cookie = cookieOf(signedUp.cookies);
  expect(await call('me', undefined, { cookie })).toMatchObject({ status: 200, body: signedUp.body });

  const signedOut = await call('logout', undefined, { cookie });
  expect(signedOut).toMatchObject({ status: 200, body: { success: true } });
  expect(signedOut.cookies[0]).toMatch(/^memori_session=; Max-Age=0;/);
  // The browser dropped the cookie, and the server ended the session.
  expect(await call('me', undefined, { cookie })).toMatchObject(refusal('not_signed_in'));
  expect(await call('logout', undefined, { cookie })).toMatchObject({ status: 200 });

  const signedIn = await call('login', { email: email.toUpperCase(), password });
  expect(signedIn).toMatchObject({ status: 200, body: signedUp.body });
  expect(cookieOf(signedIn.cookies)).not.toBe(cookie);
});

test('signing in again in the same browser ends its former session', async () => {
  const { email, cookie } = await newVisitor(server.url);
  const again = await call('login', { email, password }, { cookie });
  expect(await call('me', undefined, { cookie })).toMatchObject({ status: 401 });
  expect(await call('me', undefined, { cookie: cookieOf(again.cookies) })).toMatchObject({ status: 200 });
});

test('opening another account in the same browser ends the former session', async () => {
  const { cookie } = await newVisitor(server.url);
  const other = await call('signup', { email: 'another@example.com', password }, { cookie });
  expect(await call('me', undefined, { cookie })).toMatchObject({ status: 401 });
  expect(await call('me', undefined, { cookie: cookieOf(other.cookies) })).toMatchObject({ status: 200 });
});

test('a failed sign-up keeps the current session', async () => {
  const { email, cookie } = await newVisitor(server.url);
  await call('signup', { email, password }, { cookie });
  expect(await call('me', undefined, { cookie })).toMatchObject({ status: 200 });
});

test('no cookie or an invalid one is not signed in', async () => {
  expect(await call('me')).toMatchObject(refusal('not_signed_in'));
  const cookie = `memori_session=${'a'.repeat(32)}`;
  expect(await call('me', undefined, { cookie })).toMatchObject(refusal('not_signed_in'));
});

test('a taken e-mail is refused in any case', async () => {
  const { email } = await newVisitor(server.url);
  expect(await call('signup', { email: email.toUpperCase(), password })).toMatchObject(
    refusal('email_taken'),
  );
});

test('a wrong password and an unknown e-mail get the same answer', async () => {
  const { email } = await newVisitor(server.url);
  const wrong = await call('login', { email, password: 'wrong horse' });
  const unknown = await call('login', { email: 'nobody@example.com', password });
  expect(wrong).toMatchObject(refusal('wrong_credentials'));
  expect(unknown).toEqual(wrong);
});

describe('validation', () => {
  const email = 'nonna@example.com';
  test.each<[string, unknown, ErrorCode]>([
    ['login', { email: 'nonna', password }, 'invalid_email'],
    ['login', { email: '', password }, 'invalid_email'],
    ['login', { email: ['a@b.it'], password }, 'invalid_email'],
    ['login', { email, password: '' }, 'password_required'],
    ['login', { email }, 'password_required'],
    ['login', { email, password: { $ne: '' } }, 'password_required'],
    ['login', { email, password: 'a'.repeat(1025) }, 'password_too_long'],
    ['login', '{', 'invalid_request'],
    ['login', JSON.stringify('a'.repeat(200_000)), 'request_too_large'],
  ])('%s %j', async (path, body, code) => {
    expect(await call(path, body)).toMatchObject(refusal(code));
  });

  test.each<[unknown, ErrorCode]>([
    [{ email, password: '12345' }, 'password_too_short'],
    [{ email: 'nonna@', password }, 'invalid_email'],
    [{ email: 'a@Mailinator.com', password }, 'disposable_email'],
    [{ email: 'a@box.sharklasers.com', password }, 'disposable_email'],
    [null, 'invalid_request'],
  ])('signup %j', async (body, code) => {
    expect(await call('signup', body)).toMatchObject(refusal(code));
  });
});

test('a long password is not truncated: its last character counts', async () => {
  const long = { email: 'long@example.com', password: `${'a long one '.repeat(93)}!` };
  expect(long.password).toHaveLength(1024);
  expect(await call('signup', long)).toMatchObject({ status: 201 });
  expect(await call('login', long)).toMatchObject({ status: 200 });
  const other = { ...long, password: `${long.password.slice(0, -1)}?` };
  expect(await call('login', other)).toMatchObject(refusal('wrong_credentials'));
});

test('another site can neither sign a user in nor out', async () => {
  const { email, cookie } = await newVisitor(server.url);
  const origin = 'https://evil.example';
  expect(await call('login', { email, password }, { origin })).toMatchObject(refusal('cross_site'));
  expect(await call('logout', undefined, { cookie, origin })).toMatchObject(refusal('cross_site'));
  expect(await call('me', undefined, { cookie })).toMatchObject({ status: 200 });
});

describe('rate limits', () => {
  test('ten wrong passwords lock the account, but not others at the same address', async () => {
    const [victim, other] = [await newVisitor(server.url), await newVisitor(server.url)];
    const guess = () => call('login', { email: victim.email, password: 'guess' });
    for (let attempt = 0; attempt < 10; attempt++) expect((await guess()).status).toBe(401);
    const refused = await guess();
    expect(refused).toMatchObject(refusal('too_many_requests'));
    expect(refused.retryAfter).toBeGreaterThan(0);
    expect(refused.retryAfter).toBeLessThanOrEqual(900);
    expect(await call('login', { email: victim.email, password })).toMatchObject({ status: 429 });
    expect(await call('login', { email: other.email, password })).toMatchObject({ status: 200 });
    expect(await call('me', undefined, { cookie: victim.cookie })).toMatchObject({ status: 200 });
  });

  test('polling is never rate limited', async () => {
    const { cookie } = await newVisitor(server.url);
    const poll = () => call('me', undefined, { cookie });
    // More at once might be refused by load shedding on a slow machine.
    for (let wave = 0; wave < 6; wave++) {
      const answers = await Promise.all(Array.from({ length: 50 }, poll));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    }
  });

  test('repeated sign-ups are rate limited', async () => {
    const tries = Array.from({ length: 21 }, () => call('signup', { email: 'nonna', password }));
    const answers = await Promise.all(tries);
    expect(
      answers.some(({ status, retryAfter }) => status === 429 && retryAfter > 0 && retryAfter <= 3600),
    ).toBe(true);
  });
});
