import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeded } from '../../tests/chaos/random.ts';
import { runWorkerKills } from '../../tests/chaos/worker-kills.ts';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';

let web: TestServer;
beforeAll(async () => {
  web = await startTestServer({ jobs: false });
});
afterAll(() => web.close());

test('an album whose worker is killed ends once with the right result, and nothing is left behind', async () => {
  expect(await runWorkerKills(web, { random: seeded(4), kills: 1 })).toEqual([]);
});
