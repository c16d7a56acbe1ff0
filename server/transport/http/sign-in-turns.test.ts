import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, password } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, settings: { TRUST_PROXY: '1' } });
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
  const order: string[] = [];
  const flood = Array.from({ length: 80 }, async (_each, index) => {
    const answer = await post('/api/auth/login', { email: emails[index % 8], password }, '203.0.113.1');
    order.push(`flood ${answer.status}`);
    return answer;
  });
  // The first of them has been answered: the others wait.
  await Promise.race(flood);
  const other = await post(
    '/api/auth/signup',
    { email: 'other@example.com', password: 'correct horse' },
    '203.0.113.2',
  );
  order.push('other');
  expect(other.status).toBe(201);
  const answers = await Promise.all(flood);
  // How many are refused depends on how fast the processor hashes; that some can be is tested in passwords.test.ts.
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 429));
  const signedInAfter = order.slice(order.indexOf('other')).filter((each) => each === 'flood 200').length;
  expect(signedInAfter).toBeGreaterThan(0);
  for (const answer of refused) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
});
