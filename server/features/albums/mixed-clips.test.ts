import { afterAll, beforeAll, expect, test } from 'vitest';
import { runMixedMerges } from '../../../tests/chaos/mixed-merges.ts';
import { seeded } from '../../../tests/chaos/random.ts';
import { startTestServer, type TestServer } from '../../../tests/support/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

test('albums of valid, foreign, corrupt and vanishing clips each end with the right status and message', async () => {
  expect(await runMixedMerges(server, { random: seeded(7), merges: 12 })).toEqual([]);
});
