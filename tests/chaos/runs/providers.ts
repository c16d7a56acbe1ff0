import { expect, test } from 'vitest';
import { runOptions } from '../run-options.ts';
import { type KillPoint, runHostedKills } from '../hosted-kills.ts';
import { runProviderStorm } from '../provider-storm.ts';
import { createRandom } from '#shared/random.ts';

const { seed, runs } = runOptions(1000);
const kills = Math.ceil(runs / 20);

test(`${runs} hosted generations with random faults`, async () => {
  expect(await runProviderStorm(runs, createRandom(seed))).toEqual([]);
});

/** Every event that the provider sees, and a random delay until the worker is killed, up to the end of encoding. */
function killPoint(index: number, random: () => number): KillPoint {
  const moments = [
    { at: 'asked', nth: 1, longest: 300 },
    { at: 'create', nth: 1, longest: 20 },
    { at: 'taken', nth: 1, longest: 20 },
    { at: 'answered', nth: 1, longest: 20 },
    { at: 'query', nth: 1 + Math.floor(4 * random()), longest: 100 },
    { at: 'retrieve', nth: 1, longest: 50 },
    { at: 'download', nth: 1, longest: 50 },
    { at: 'downloaded', nth: 1, longest: 3000 },
  ] as const;
  const { longest, ...moment } = moments[index % moments.length] ?? moments[0];
  return { ...moment, after: Math.floor(longest * random()), times: random() < 0.2 ? 2 : 1 };
}

test(`hosted generations survive ${kills} worker kills between debit and completion`, async () => {
  const random = createRandom(seed);
  const points = Array.from({ length: kills }, (_, index) => killPoint(index, random));
  expect(await runHostedKills(points)).toEqual([]);
});

test('a killed worker is detected by its missing heartbeat', async () => {
  const point = killPoint(4, createRandom(seed));
  expect(await runHostedKills([{ ...point, times: 1 }], { patient: true })).toEqual([]);
});
