import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideos } from '../../tests/support/albums.ts';
import { portrait } from '../../tests/support/photos.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { newVisitor } from '../../tests/support/visitor.ts';

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

test('an unlimited call reports no limits', async () => {
  const visitor = await newVisitor(server.url);
  expect(summarise(await visitor.get('/api/credits/balance'))).toMatchObject({ policy: null, limit: null });
});
