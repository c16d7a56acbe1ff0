import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
let owner: Visitor;
let poster: Buffer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, settings: { TRUST_PROXY: '1' } });
  owner = await newVisitor(server.url);
  poster = await portrait({ width: 600, height: 800 });
});
afterAll(() => server.close());

const addFilm = () => addVideo(server, owner.userId, { clean: poster, watermarked: poster });
const cardOf = (id: string, address: string, signal?: AbortSignal) =>
  fetch(`${server.url}/api/public/video/${id}/card.jpg`, {
    headers: { 'x-forwarded-for': address },
    ...(signal && { signal }),
  });

test('a card that five hundred requests of one visitor want at once is drawn once, for all of them', async () => {
  const id = await addFilm();
  const answers = await Promise.all(Array.from({ length: 500 }, () => cardOf(id, '203.0.113.1')));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const cards = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  expect(cards.every((card) => card.equals(cards[0] ?? Buffer.alloc(0)))).toBe(true);
});

test('the cards of many films that one visitor wants do not hold up another visitor', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, addFilm));
  const other = await addFilm();
  const flood = Promise.all(ids.map((id) => cardOf(id, '203.0.113.2')));
  const answers = [];
  for (let index = 0; index < 3; index += 1) answers.push((await cardOf(other, '203.0.113.3')).status);
  expect(answers).toEqual([200, 200, 200]);
  const refused = (await flood).filter(({ status }) => status !== 200);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([429, '5']);
  expect(refused.length).toBeGreaterThan(0);
});

test('visitors who have left leave nothing behind that holds up others at their address', async () => {
  const ids = await Promise.all(Array.from({ length: 6 }, addFilm));
  const left = new AbortController();
  const asked = ids.map((id) => cardOf(id, '203.0.113.4', left.signal).catch(() => null));
  left.abort();
  await Promise.all(asked);
  for (const id of ids) expect((await cardOf(id, '203.0.113.4')).status).toBe(200);
});
