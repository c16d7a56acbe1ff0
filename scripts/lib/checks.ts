import { availableParallelism } from 'node:os';
import pLimit from 'p-limit';
import { runNode } from './run.ts';

interface Check {
  name: string;
  /** A Node program and its arguments, run in the root of the repository. */
  command: readonly string[];
}

export interface CheckResult {
  name: string;
  passed: boolean;
  output: string;
}

/** Incremental: checks only what has changed since the last run. */
const types = (project: string, name: string) => [
  ...['node_modules/typescript/bin/tsc', '-p', project],
  ...['--incremental', '--tsBuildInfoFile', `node_modules/.cache/memori/types-of-${name}`],
];
const cruise = [
  ...['--require', './scripts/lib/swc-using.cjs'],
  ...['node_modules/dependency-cruiser/bin/dependency-cruiser.mjs', '-c', '.dependency-cruiser.cjs'],
];

// The slow ones first, so that they overlap.
const checks: Check[] = [
  { name: 'lint', command: ['node_modules/oxlint/bin/oxlint', '--type-aware', '--deny-warnings'] },
  { name: 'unused code', command: ['node_modules/knip/bin/knip.js', '--no-progress', '--no-config-hints'] },
  { name: 'migrations', command: ['scripts/migrate.ts', 'check'] },
  { name: 'types of server, scripts and studio', command: types('.', 'server') },
  { name: 'types of client', command: types('client', 'client') },
  { name: 'types of memori/client', command: types('client/sdk', 'sdk') },
  { name: 'types of shared', command: types('shared', 'shared') },
  {
    name: 'import rules',
    command: [...cruise, '-T', 'err', 'client', 'server', 'shared', 'scripts', 'studio', 'tests'],
  },
  { name: 'format', command: ['node_modules/@biomejs/biome/bin/biome', 'format'] },
  { name: 'translations', command: ['scripts/check-translations.ts'] },
  { name: 'lock file', command: ['scripts/complete-lock.ts', '--check'] },
];

/** Runs every check, as many concurrently as there are cores; reports each when it finishes. Never throws. */
export function runChecks(report: (result: CheckResult) => void): Promise<CheckResult[]> {
  const limit = pLimit(availableParallelism());
  return Promise.all(
    checks.map(({ name, command }) =>
      limit(async () => {
        const { status, output } = await runNode(command);
        const result = { name, passed: status === 0, output: output.trim() };
        report(result);
        return result;
      }),
    ),
  );
}

/** Prints what failed and why; prints nothing for checks that passed. */
export function printFailure({ name, passed, output }: CheckResult): void {
  if (!passed) console.log(`\n── ${name} ──\n${output || 'failed without output'}`);
}
