import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideos } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, settings: { LIMIT_GENERATE: '2/1m' } });
});
afterAll(() => server.close());

const summarise = ({ status, headers }: Response) => ({
  status,
  policy: headers.get('ratelimit-policy'),
  limit: headers.get('ratelimit'),
  retryAfter: headers.get('retry-after'),
});

test('a rate-limited call reports its limit, and when to retry', async () => {
  const visitor = await newVisitor(server.url);
  const photo = await portrait();
  const answers = [];
  for (let index = 0; index < 3; index += 1) answers.push(summarise(await visitor.generate(photo)));
  expect(answers.map(({ status }) => status)).toEqual([202, 402, 429]);
  expect(answers.map(({ policy }) => policy)).toEqual(Array.from({ length: 3 }, () => '"generate";q=2;w=60'));
  const [first, second, refused] = answers;
  expect(first?.limit).toMatch(/^"generate";r=1;t=(60|[1-5]?\d)$/);
  expect(second?.limit).toMatch(/^"generate";r=0;t=\d+$/);
  expect(refused?.limit).toBe(`"generate";r=0;t=${refused?.retryAfter}`);
});

test('a call with two limits reports both, and a token’s call reports its own', async () => {
  const visitor = await newVisitor(server.url);
  const videoIds = await addVideos(server, visitor.userId);
  const album = await visitor.post('/api/video/merge', { videoIds, albumName: 'Nonna' });
  expect(summarise(album)).toMatchObject({
    policy: '"album";q=60;w=600, "new-album";q=40;w=3600',
    limit: expect.stringMatching(/^"album";r=59;t=\d+, "new-album";r=39;t=\d+$/),
  });
  const made = await visitor.post('/api/tokens', { name: 'A', scopes: ['read'] });
  const { token } = (await made.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  for (const path of ['/api/credits/balance', '/api/trpc/credits.balance'])
    expect(summarise(await fetch(server.url + path, { headers })).policy).toBe('"token";q=600;w=60');
});

test('refused albums, and archives that are being made, are not counted', async () => {
  const visitor = await newVisitor(server.url);
  const refused = await visitor.post('/api/video/merge', {
    videoIds: ['a'.repeat(32), 'b'.repeat(32)],
    albumName: 'Nonna',
  });
  expect(summarise(refused)).toMatchObject({
    status: 404,
    limit: expect.stringMatching(/^"album";r=59;t=\d+, "new-album";r=40;t=\d+$/),
  });
  const archive = () => visitor.post('/api/account/export');
  const answers = await Promise.all([archive(), archive()]);
  for (let index = 0; index < 6; index += 1) answers.push(await archive());
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(202));
  const { db } = server.deps;
  const end = () =>
    db.dataExport.updateMany({
      where: { userId: visitor.userId },
      data: { status: 'Fail', finishedAt: new Date() },
    });
  for (let left = 3; left >= 0; left -= 1) {
    await end();
    expect(summarise(await archive())).toMatchObject({
      status: 202,
      policy: '"export";q=5;w=86400',
      limit: expect.stringMatching(new RegExp(`^"export";r=${left};t=\\d+$`)),
    });
  }
  await end();
  expect(summarise(await archive())).toMatchObject({
    status: 429,
    policy: '"export";q=5;w=86400',
    limit: expect.stringMatching(/^"export";r=0;t=\d+$/),
  });
});

const secret = 'A'.repeat(43);
test.each<[string, string, object | undefined, string]>([
  ['POST', '/api/auth/forgot', { email: 'nobody@example.com' }, '"recovery";q=30;w=3600'],
  ['POST', '/api/auth/reset', { token: secret, password: 'correct horse' }, '"recovery";q=30;w=3600'],
  ['POST', '/api/auth/password', { current: 'wrong', password: 'correct horse' }, '"log-in";q=10;w=900'],
  ['DELETE', '/api/account', { password: 'wrong' }, '"log-in";q=10;w=900'],
  ['GET', `/api/public/video/${'a'.repeat(32)}/provenance`, undefined, '"anonymous";q=600;w=60'],
  ['GET', `/api/frame/${secret}`, undefined, '"anonymous";q=600;w=60'],
  ['GET', `/api/box/${secret}`, undefined, '"anonymous";q=600;w=60'],
  ['GET', `/api/sent/${secret}`, undefined, '"anonymous";q=600;w=60'],
])('%s %s reports its limit', async (method, path, body, policy) => {
  const { cookie } = await newVisitor(server.url);
  const response = await fetch(server.url + path, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  expect(summarise(response)).toMatchObject({
    policy,
    limit: expect.stringMatching(/^"[a-z-]+";r=\d+;t=\d+$/),
  });
});

test('an unlimited call reports no limits', async () => {
  const visitor = await newVisitor(server.url);
  expect(summarise(await visitor.get('/api/credits/balance'))).toMatchObject({ policy: null, limit: null });
});
