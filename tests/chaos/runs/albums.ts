import { expect, test } from 'vitest';
import { runOptions } from '../run-options.ts';
import { startTestServer } from '#tests/support/server.ts';
import { runMixedMerges } from '../mixed-merges.ts';
import { createRandom } from '#shared/random.ts';
import { runWorkerKills } from '../worker-kills.ts';

const { seed, runs } = runOptions(100);
const kills = Math.max(3, Math.ceil(runs / 5));

test(`${runs} albums of valid, foreign, corrupt and deleted clips`, async () => {
  const server = await startTestServer();
  expect(await runMixedMerges(server, { random: createRandom(seed), merges: runs })).toEqual([]);
  await server.close();
});

test(`albums survive ${kills} kills of their worker`, async () => {
  const web = await startTestServer({ jobs: false });
  expect(await runWorkerKills(web, { random: createRandom(seed), kills })).toEqual([]);
  await web.close();
});
