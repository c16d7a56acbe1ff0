import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMixedMerges } from '#tests/chaos/mixed-merges.ts';
import { createRandom } from '#shared/random.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('good, foreign, corrupt and vanishing clips: each album ends as it deserves, with its message', async () => {
  expect(await runMixedMerges(server, { random: createRandom(7), merges: 12 })).toEqual([]);
});
