// npm run mutate [-- AREA ...]: changes each expression of the code that must never be wrong, one at a time, and counts how
// many of the changes make a test fail. Prints a table and what survived; exit status 1 where an area's share is below 85 %.
import path from 'node:path';
import { Stryker } from '@stryker-mutator/core';

interface Area {
  mutate: string[];
  /** The tests that should notice. */
  tests: string[];
}

const areas: Record<string, Area> = {
  ledger: {
    mutate: ['server/features/credits/ledger.ts'],
    tests: ['server/features/credits/ledger.test.ts', 'server/features/credits/lots.test.ts'],
  },
  entitlement: {
    mutate: ['server/features/media/entitlement.ts', 'server/features/payments/paying.ts'],
    tests: ['server/http/renditions.test.ts', 'server/features/payments/reversal.test.ts'],
  },
  fulfil: {
    mutate: ['server/features/payments/fulfil.ts'],
    tests: ['server/features/payments/{agreement,fulfil,checkout,reversal}.test.ts'],
  },
  lifecycle: {
    mutate: ['shared/status.ts', 'server/features/work/end.ts'],
    tests: ['server/features/generation/run.test.ts'],
  },
  motion: { mutate: ['shared/motion/*.ts'], tests: ['shared/motion/*.test.ts'] },
};

const lowest = 85;

process.chdir(path.resolve(import.meta.dirname, '..'));
const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in areas));
if (unknown.length > 0) {
  console.error(`Usage: npm run mutate [-- AREA ...], where AREA is one of ${Object.keys(areas).join(', ')}`);
  process.exit(2);
}

const table: string[] = [];
for (const [name, { mutate, tests }] of Object.entries(areas)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.env['MUTATION_TESTS'] = JSON.stringify(tests);
  const results = await new Stryker({
    ...{ testRunner: 'vitest', plugins: ['@stryker-mutator/vitest-runner'], coverageAnalysis: 'perTest' },
    vitest: { configFile: 'tests/support/mutation.config.ts', related: false },
    mutate: [...mutate, '!**/*.test.ts'],
    ignorePatterns: ['/client', '/docs', '/dist', '/test-results', '/studio', '/tests/e2e'],
    ...{ tempDirName: 'test-results/mutants', reporters: ['clear-text'], allowEmpty: false },
    clearTextReporter: { logTests: false, reportTests: false, reportScoreTable: false },
    // None: it would rewrite the file with an interface that TypeScript 7 no longer has.
    tsconfigFile: 'no-tsconfig.json',
    timeoutMS: 60_000,
    concurrency: 2,
  }).runMutationTest();
  const count = (...states: string[]) => results.filter(({ status }) => states.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const all = killed + count('Survived', 'NoCoverage');
  const share = (100 * killed) / all;
  if (share < lowest) process.exitCode = 1;
  table.push(`${name.padEnd(12)} ${killed} of ${all} killed, ${share.toFixed(1)} %`);
}
console.log(table.join('\n'));
