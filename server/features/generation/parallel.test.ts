import { afterAll, beforeAll, expect, test } from 'vitest';
import { runGenerationRounds } from '../../../tests/chaos/generation-rounds.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

test('of 50 generations at once on one credit exactly one is accepted, 5 times of 5', async () => {
  expect(await runGenerationRounds(server, 5)).toEqual([]);
});
