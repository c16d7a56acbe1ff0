import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

/** The link in the first mail to a new account. */
async function linkAfter(headers: Record<string, string>): Promise<string | undefined> {
  const email = `${randomUUID()}@example.com`;
  const answer = await fetch(`${server.url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ email, password: 'correct horse' }),
  });
  expect(answer.status).toBe(201);
  const outbox = path.join(server.dataDir, 'outbox');
  let own: string | undefined;
  await expect
    .poll(
      async () => {
        const files = (await readdir(outbox).catch(() => [])).filter((file) => file.endsWith('.eml'));
        const mails = await Promise.all(files.map((file) => readFile(path.join(outbox, file), 'utf8')));
        own = mails.find((mail) => mail.includes(email));
        return own;
      },
      { timeout: 300_000 },
    )
    .toBeDefined();
  return /\/(\w\w)\/verify#/.exec(own ?? '')?.[1];
}

test.each([
  [{}, 'en'],
  [{ 'accept-language': 'it-IT,en;q=0.5' }, 'it'],
  [{ 'accept-language': 'en', cookie: 'memori_language=it' }, 'it'],
  // A cookie that only HTTPS can set takes precedence over one that anybody could plant.
  [{ cookie: 'memori_language=en; __Host-memori_language=it' }, 'it'],
  // The calling page takes precedence.
  [{ 'accept-language': 'en', cookie: 'memori_language=en', 'memori-language': 'it' }, 'it'],
  [{ 'accept-language': 'it', 'memori-language': 'xx' }, 'it'],
])('with %j the first mail is in %s', async (headers, language) => {
  expect(await linkAfter(headers)).toBe(language);
});
