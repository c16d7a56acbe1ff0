import { afterAll, beforeAll, expect, test } from 'vitest';
import { runGenerationRounds } from '#tests/chaos/generation-rounds.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

test('exactly one of 50 concurrent generations on one credit is accepted, in each of 5 rounds', async () => {
  expect(await runGenerationRounds(server, 5)).toEqual([]);
});
