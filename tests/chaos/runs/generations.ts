import { expect, test } from 'vitest';
import { runOptions } from '../run-options.ts';
import { startTestServer } from '#tests/support/server.ts';
import { runGenerationRounds } from '../generation-rounds.ts';

const { runs } = runOptions(1000, 15);

test(`50 concurrent generations on one credit, ${runs} rounds`, async () => {
  const server = await startTestServer({ jobs: false });
  expect(await runGenerationRounds(server, runs)).toEqual([]);
  await server.close();
});
