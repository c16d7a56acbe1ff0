import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo } from '#tests/support/albums.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createTurnstile } from '#tests/support/turnstile.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

const [greedy, other] = ['203.0.113.2', '203.0.113.3'];
const turnstile = createTurnstile();
/** Whose is each film that was asked for, by its key in the storage. */
const askers = new Map<string, string>();

let server: TestServer;
let owner: Visitor;
beforeAll(async () => {
  server = await startTestServer({
    jobs: false,
    settings: { TRUST_PROXY: '1' },
    replace: ({ checkFile }) => ({
      checkFile(key, asker) {
        askers.set(key, asker.address);
        return checkFile(key, asker);
      },
    }),
  });
  const { storage } = server.deps;
  const fetchToFile = storage.fetchToFile.bind(storage);
  storage.fetchToFile = async (key, ...rest) => {
    await turnstile.enter(askers.get(key) ?? 'nobody');
    return fetchToFile(key, ...rest);
  };
  owner = await newVisitor(server.url);
});
afterAll(() => server.close());

const film = Buffer.alloc(2_000_000);
const addFilm = () => addVideo(server, owner.userId, { clean: film, watermarked: film });
const provenanceOf = (id: string, address: string) =>
  fetch(`${server.url}/api/public/video/${id}/provenance`, { headers: { 'x-forwarded-for': address } });

test('the signatures of many films that one visitor asks for do not hold up another visitor', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, addFilm));
  const others = await Promise.all(Array.from({ length: 3 }, addFilm));
  const flood = ids.map((id) => provenanceOf(id, greedy));
  await expect.poll(() => askers.size).toBe(40);
  const answers = others.map((id) => provenanceOf(id, other));
  await expect.poll(() => askers.size).toBe(43);
  await turnstile.open(9);
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200]);
  // Two are being read, four wait, and the rest is refused.
  const refused = (await Promise.all(flood)).filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(34);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([429, '5']);
  expect(turnstile.begun).toEqual([greedy, greedy, greedy, other, greedy, other, greedy, other, greedy]);
});
