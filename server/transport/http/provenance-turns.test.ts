import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo } from '#tests/support/albums.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
let owner: Visitor;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, settings: { TRUST_PROXY: '1' } });
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
  const flood = Promise.all(ids.map((id) => provenanceOf(id, '203.0.113.2')));
  const answers = [];
  for (const id of others) answers.push((await provenanceOf(id, '203.0.113.3')).status);
  expect(answers).toEqual([200, 200, 200]);
  const refused = (await flood).filter(({ status }) => status !== 200);
  for (const { status, headers } of refused) expect([status, headers.get('retry-after')]).toEqual([429, '5']);
  expect(refused.length).toBeGreaterThan(0);
});
