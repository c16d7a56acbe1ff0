import { expect, inject, test } from 'vitest';
import { startTestServer } from '../../support/server.ts';
import { runGenerationRounds } from '../generation-rounds.ts';

const { runs } = inject('chaos');

test(`50 generations at once on one credit, ${runs ?? 1000} rounds`, async () => {
  const server = await startTestServer({ jobs: false });
  expect(await runGenerationRounds(server, runs ?? 1000)).toEqual([]);
  await server.close();
});
