import { expect, test } from 'vitest';
import { runScenario, scenarios } from '../abuse/scenarios.ts';
import { openInstallation } from '../abuse/installation.ts';
import { runOptions } from '../run-options.ts';
import { createRandom } from '#shared/random.ts';
import { shuffled } from '../random.ts';

const { seed, runs } = runOptions(1500, 150);

test(`${runs} calls of an innocent user during each attack, and as many on a server that is not attacked`, async () => {
  const random = createRandom(seed);
  await using installation = await openInstallation();
  await using baseline = await openInstallation();
  const faults: string[] = [];
  for (const scenario of shuffled(scenarios, random))
    faults.push(...(await runScenario({ installation, baseline }, scenario, { random, calls: runs })));
  expect(faults).toEqual([]);
});
