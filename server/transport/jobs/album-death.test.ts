import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '#shared/random.ts';
import { runWorkerKills } from '#tests/chaos/worker-kills.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';

let web: TestServer;
beforeAll(async () => {
  web = await startTestServer({ jobs: false });
});
afterAll(() => web.close());

test('a worker killed while it makes an album: it ends once and right, and nothing is left', async () => {
  expect(await runWorkerKills(web, { random: createRandom(4), kills: 1 })).toEqual([]);
});
