import { hash, verify } from '@node-rs/argon2';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createTurnstile } from '#tests/support/turnstile.ts';
import { newVisitor, password } from '#tests/support/visitor.ts';
import { createPasswordHasher, type PasswordHasher } from '#server/features/accounts/passwords/passwords.ts';

const turnstile = createTurnstile();
let isWatched = false;
/** How many passwords have been handed in since, to be hashed or refused. */
let handedIn = 0;

/** Counts what is handed in to a hasher. */
function counted(hasher: PasswordHasher): PasswordHasher {
  const count = <T>(result: T): T => {
    if (isWatched) handedIn += 1;
    return result;
  };
  return {
    for: (caller) => counted(hasher.for(caller)),
    hash: (secret) => count(hasher.hash(secret)),
    verify: (stored, secret) => count(hasher.verify(stored, secret)),
  };
}

let server: TestServer;
beforeAll(async () => {
  const enter = async (name: string) => isWatched && turnstile.enter(name);
  const hasher = createPasswordHasher({
    async hash(secret, options) {
      await enter('sign-up');
      return hash(secret, options);
    },
    async verify(stored, secret) {
      await enter('sign-in');
      return verify(stored, secret);
    },
  });
  server = await startTestServer({
    jobs: false,
    settings: { TRUST_PROXY: '1' },
    replace: () => ({ passwords: counted(hasher) }),
  });
});
afterAll(() => server.close());

const post = (path: string, body: object, address: string) =>
  fetch(server.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });

test('eighty correct sign-ins at once from one address do not hold up somebody else’s sign-up', async () => {
  const emails: string[] = [];
  for (let index = 0; index < 8; index += 1) emails.push((await newVisitor(server.url)).email);
  isWatched = true;
  const flood = Array.from({ length: 80 }, (_each, index) =>
    post('/api/auth/login', { email: emails[index % 8], password }, '203.0.113.1'),
  );
  await expect.poll(() => handedIn).toBe(80);
  const account = { email: 'other@example.com', password: 'correct horse' };
  const other = post('/api/auth/signup', account, '203.0.113.2');
  await expect.poll(() => handedIn).toBe(81);
  await turnstile.open(35);
  expect((await other).status).toBe(201);
  // Two are being hashed, 32 wait, and the rest is refused.
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual(Array.from({ length: 46 }, () => 429));
  for (const answer of refused) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  // Only one more sign-in has its turn before it.
  expect(turnstile.begun.indexOf('sign-up')).toBeLessThanOrEqual(3);
  expect(turnstile.begun).toHaveLength(35);
});
