// npm run mutate [-- AREA ...]: mutation tests of the most critical code. Changes one expression at a time and counts
// how many mutants make a test fail. Prints a table and the survivors; exit status 1 if an area's score is below 85 %.
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';

interface Part {
  mutate: string[];
  /** The tests that should detect the mutants. */
  tests: string[];
}

/**
 * The code that decides whether, when and how far something moves, each file with its tests. Code that estimates depth
 * and paints pixels is excluded: its tests compare pictures with a tolerance.
 */
const motion = [
  ...[
    'camera',
    'curves',
    'eye',
    'eyes',
    'frame-motion',
    'frame-size',
    'grid',
    'gaze',
    'glasses',
    'head',
    'hold',
    'judge-eyes',
    'lash-line',
  ],
  ...['motion-plan', 'rhythm', 'scene', 'seed', 'smooth-curve'],
];

const areas: Record<string, Part[]> = {
  ledger: [
    {
      mutate: ['server/features/credits/ledger.ts'],
      tests: ['server/features/credits/ledger.test.ts', 'server/features/credits/lots.test.ts'],
    },
  ],
  entitlement: [
    {
      mutate: ['server/features/media/entitlement.ts', 'server/features/payments/paying.ts'],
      tests: ['server/transport/http/renditions.test.ts', 'server/features/payments/reversal.test.ts'],
    },
  ],
  fulfil: [
    {
      mutate: ['server/features/payments/fulfil.ts'],
      tests: ['server/features/payments/{agreement,fulfil,checkout,reversal}.test.ts'],
    },
  ],
  lifecycle: [
    { mutate: ['shared/status.ts'], tests: ['shared/status.test.ts'] },
    ...['end-job', 'run-job', 'sweep-jobs', 'trash'].map((name) => ({
      mutate: [`server/features/job-lifecycle/${name}.ts`],
      tests: [`server/features/job-lifecycle/${name}.test.ts`],
    })),
  ],
  motion: ['random', ...motion.map((name) => `motion/${name}`)].map((name) => ({
    mutate: [`shared/${name}.ts`],
    tests: [`shared/${name}.test.ts`],
  })),
};

const lowest = 85;

process.chdir(path.resolve(import.meta.dirname, '..'));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in areas));
if (unknown.length > 0) {
  console.error(`Usage: npm run mutate [-- AREA ...], where AREA is one of ${Object.keys(areas).join(', ')}`);
  process.exit(2);
}

/** Runs the mutants of an area one at a time; prints the survivors and returns the result of each mutant. */
function mutate({ mutate, tests }: Part) {
  process.env['MUTATION_TESTS'] = JSON.stringify(tests);
  return new Stryker({
    testRunner: 'vitest',
    plugins: ['@stryker-mutator/vitest-runner'],
    coverageAnalysis: 'perTest',
    vitest: { configFile: 'tests/support/mutation.config.ts', related: false },
    mutate: [...mutate, '!**/*.test.ts'],
    ignorePatterns: ['/client', '/docs', '/dist', '/test-results', '/studio', '/tests/e2e'],
    tempDirName: 'test-results/mutants',
    reporters: ['clear-text'],
    allowEmpty: false,
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
    // None: it would be rewritten through an API that TypeScript 7 no longer has.
    tsconfigFile: 'no-tsconfig.json',
    timeoutMS: 60_000,
    dryRunTimeoutMinutes: 30,
    concurrency: 2,
  }).runMutationTest();
}

const table: string[] = [];
for (const [name, parts] of Object.entries(areas)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  let killed = 0;
  let all = 0;
  for (const part of parts) {
    const results = await mutate(part);
    const count = (...states: string[]) => results.filter(({ status }) => states.includes(status)).length;
    killed += count('Killed', 'Timeout');
    all += count('Killed', 'Timeout', 'Survived', 'NoCoverage');
    const broken = count('RuntimeError', 'CompileError', 'Pending');
    if (broken > 0) {
      console.error(`${part.mutate.join(', ')}: ${broken} mutants could not be tested`);
      process.exitCode = 1;
    }
  }
  const share = (100 * killed) / all;
  if (share < lowest) process.exitCode = 1;
  table.push(`${name.padEnd(12)} ${killed} of ${all} killed, ${share.toFixed(1)} %`);
}
console.log(table.join('\n'));
