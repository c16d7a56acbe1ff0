import { expect, test } from 'vitest';
import { runOptions } from '../run-options.ts';
import { createRandom } from '#shared/random.ts';
import { runStop, type StopScenario, timeStart } from '../shutdowns.ts';

const { seed, runs } = runOptions(50, 8);

/** Of five stops, two are single Ctrl-Cs, two single signals to the group, and one is double or triple. */
function stopNumber(index: number, startMilliseconds: number, random: () => number): StopScenario {
  const moment = random() < 0.5 ? 'start' : 'work';
  const first = random() * (moment === 'start' ? 1.2 * startMilliseconds : 3_000);
  const method =
    (['ctrl-c', 'group', 'ctrl-c', 'group'] as const)[index % 5] ?? (random() < 0.5 ? 'ctrl-c' : 'group');
  const more = index % 5 < 4 ? 0 : 1 + Math.floor(2 * random());
  // Usually within the first seconds of the stop; sometimes when it has lasted so long that a second signal ends it
  // immediately.
  const later = () => (random() < 0.7 ? 1_000 : 7_000) * random();
  return { method, moment, pauses: [first, ...Array.from({ length: more }, later)] };
}

test(`${runs} stops of npm start at random moments leave no database process running`, async () => {
  const random = createRandom(seed);
  const start = await timeStart();
  expect(start.faults).toEqual([]);
  let orphans = 0;
  const faults: string[] = [];
  for (let index = 0; index < runs; index += 1) {
    const stop = stopNumber(index, start.milliseconds, random);
    const found = await runStop(stop);
    if (found.length > 0) orphans += 1;
    const pauses = stop.pauses.map(Math.round).join(', ');
    faults.push(...found.map((fault) => `${stop.method} in ${stop.moment} after ${pauses} ms: ${fault}`));
  }
  console.log(`orphans in ${runs} stops: ${orphans}`);
  expect(faults).toEqual([]);
});
