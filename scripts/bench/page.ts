import { resolve } from 'node:path';
import { languages } from '#shared/languages.ts';
import { startMemori } from '../lib/running-memori.ts';
import { prepare } from '../setup/prepare.ts';
import { median } from '../lib/statistics.ts';
import { categories, installLighthouse, type Visit, visit } from './lib/lighthouse.ts';
import { report, reportWithin } from './lib/measure.ts';

const rounds = 5;

/** The required scores; performance varies with the machine's load, so the median counts. */
const goals = { performance: 98, accessibility: 100, 'best-practices': 100, seo: 100 } as const;

/**
 * Runs Lighthouse on both landing pages, mobile profile, the median of five visits. `args`: another number of visits.
 */
export async function run(args: readonly string[]): Promise<void> {
  await prepare(resolve(import.meta.dirname, '../..'), ['--client', '--browser']);
  await installLighthouse();
  const memori = await startMemori();
  try {
    for (const language of languages) {
      const visits: Visit[] = [];
      for (let round = 0; round < Number(args[0] ?? rounds); round++) {
        visits.push(await visit(`${memori.url}/${language}`));
      }
      print(language, visits);
    }
  } finally {
    await memori.stop();
  }
}

function print(language: string, visits: readonly Visit[]): void {
  const middle = (of: (visit: Visit) => number) => median(visits.map(of));
  for (const category of categories) {
    reportWithin(
      `/${language} ${category}`,
      { atLeast: goals[category] },
      middle(({ scores }) => scores[category]),
      0,
    );
  }
  reportWithin(
    `/${language} largest contentful paint`,
    { atMost: 1.8 },
    middle(({ lcp }) => lcp) / 1000,
    2,
    's',
  );
  reportWithin(
    `/${language} cumulative layout shift`,
    { atMost: 0.01 },
    middle(({ cls }) => cls),
    3,
  );
  reportWithin(
    `/${language} total blocking time`,
    { atMost: 150 },
    middle(({ tbt }) => tbt),
    0,
    'ms',
  );
  report(`/${language} bytes of a visit`, middle(({ bytes }) => bytes) / 1000, 0, 'kB');
  const faults = new Set(visits.flatMap((each) => each.faults));
  if (faults.size > 0) console.log(`/${language} points lost: ${[...faults].join(', ')}`);
}
