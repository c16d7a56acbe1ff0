import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addVideo } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createTurnstile } from '#tests/support/turnstile.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import type { Asker } from '#server/platform/concurrency/shared-work.ts';

let server: TestServer;
let owner: Visitor;
let poster: Buffer;
/** Holds each card once it is to be drawn. */
let turnstile: ReturnType<typeof createTurnstile>;
/** Who has asked for a card. */
let askers: Asker[];
beforeAll(async () => {
  server = await startTestServer({
    jobs: false,
    settings: { TRUST_PROXY: '1' },
    replace: ({ cards }) => ({
      cards(key, asker, make) {
        askers.push(asker);
        return cards(key, asker, async () => {
          await turnstile.enter(asker.address);
          return make();
        });
      },
    }),
  });
  owner = await newVisitor(server.url);
  poster = await portrait({ width: 600, height: 800 });
});
afterAll(() => server.close());
beforeEach(() => {
  turnstile = createTurnstile();
  askers = [];
});

const addFilm = () => addVideo(server, owner.userId, { clean: poster, watermarked: poster });
const cardOf = (id: string, address: string, signal?: AbortSignal) =>
  fetch(`${server.url}/api/public/video/${id}/card.jpg`, {
    headers: { 'x-forwarded-for': address },
    ...(signal && { signal }),
  });

test('a card that five hundred requests of one visitor want at once is drawn once, for all of them', async () => {
  const id = await addFilm();
  const asked = Array.from({ length: 500 }, () => cardOf(id, '203.0.113.1'));
  await expect.poll(() => askers.length).toBe(500);
  await turnstile.open(1);
  const answers = await Promise.all(asked);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  const cards = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
  expect(cards.every((card) => card.equals(cards[0] ?? Buffer.alloc(0)))).toBe(true);
  expect(turnstile.begun).toHaveLength(1);
});

test('the cards of many films that one visitor wants do not hold up another visitor', async () => {
  const [greedy, other] = ['203.0.113.2', '203.0.113.3'];
  const ids = await Promise.all(Array.from({ length: 40 }, addFilm));
  const wanted = await addFilm();
  const flood = ids.map((id) => cardOf(id, greedy));
  await expect.poll(() => askers.length).toBe(40);
  const first = cardOf(wanted, other);
  await expect.poll(() => askers.length).toBe(41);
  await turnstile.open(7);
  expect((await first).status).toBe(200);
  expect((await cardOf(wanted, other)).status).toBe(200);
  // Two are being drawn, four wait, and the rest is refused.
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(34);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([429, '5']);
  expect(turnstile.begun).toEqual([greedy, greedy, greedy, other, greedy, greedy, greedy]);
});

test('visitors who have left leave nothing behind that holds up others at their address', async () => {
  const address = '203.0.113.4';
  const ids = await Promise.all(Array.from({ length: 10 }, addFilm));
  const left = new AbortController();
  const asked = ids.slice(0, 6).map((id) => cardOf(id, address, left.signal).catch(() => null));
  // Two are being drawn, and four, which is all that may, wait.
  await expect.poll(() => [askers.length, turnstile.begun.length]).toEqual([6, 2]);
  left.abort();
  await Promise.all(asked);
  await expect.poll(() => askers.every(({ signal }) => signal?.aborted)).toBe(true);
  const others = ids.slice(6).map((id) => cardOf(id, address));
  await expect.poll(() => askers.length).toBe(10);
  await turnstile.open(6);
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  // Nothing was drawn for those who had left.
  expect(turnstile.begun).toHaveLength(6);
});
