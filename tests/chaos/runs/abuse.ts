import { expect, test } from 'vitest';
import { scenes, play } from '../abuse/scenes.ts';
import { openWorld } from '../abuse/world.ts';
import { runOptions } from '../run-options.ts';
import { createRandom } from '../../../shared/random.ts';
import { shuffled } from '../random.ts';

const { seed, runs } = runOptions(1500, 150);

test(`${runs} calls of an innocent user during each attack, and as many on a server that is not attacked`, async () => {
  const random = createRandom(seed);
  await using world = await openWorld();
  await using peaceful = await openWorld();
  const faults: string[] = [];
  for (const scene of shuffled(scenes, random))
    faults.push(...(await play({ world, peaceful }, scene, { random, calls: runs })));
  expect(faults).toEqual([]);
});
