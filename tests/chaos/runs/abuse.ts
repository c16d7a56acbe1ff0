import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, openInstallation } from '../abuse/installation.ts';
import { runScenario } from '../abuse/run-scenario.ts';
import { scenarios } from '../abuse/scenarios.ts';
import { runOptions } from '../run-options.ts';
import { createRandom } from '#shared/random.ts';
import { shuffled } from '../random.ts';

const { seed, runs } = runOptions(1500, 45);
const random = createRandom(seed);

let installation: Installation;
let baseline: Installation;
beforeAll(async () => {
  installation = await openInstallation();
  baseline = await openInstallation();
});
afterAll(async () => {
  await installation[Symbol.asyncDispose]();
  await baseline[Symbol.asyncDispose]();
});

for (const scenario of shuffled(scenarios, random)) {
  // How often latencies are measured depends on the machine: that must not change the next scenario's draws.
  const own = createRandom(Math.floor(random() * 2 ** 31));
  test(`${scenario.attack}: ${runs} calls of innocent users beside it, and as many on a server that is not attacked`, async () => {
    const faults = await runScenario({ installation, baseline }, scenario, { random: own, calls: runs });
    expect(faults).toEqual([]);
  });
}
