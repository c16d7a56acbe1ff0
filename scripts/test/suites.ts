import { readFileSync } from 'node:fs';
import path from 'node:path';
import { printFailure, runChecks } from '../lib/checks.ts';
import {
  evaluate,
  noResults,
  type ReadReport,
  type Results,
  readPlaywright,
  readVitest,
  sum,
} from './reports.ts';
import { runRunner } from './runner.ts';

/** What all runners of a run share. */
export interface Surroundings {
  /** The seed of the random tests and fault runs. */
  seed: number;
  /** A folder in memory for temporary files; null if there is none. */
  temporary: string | null;
  /** The time limit for one runner. */
  limitMs: number;
}

/** A runner and its files. */
interface Suite {
  name: string;
  args: readonly string[];
  report: string;
  read: ReadReport;
  /** See `RunnerOptions`. */
  output?: string;
}

const vitest = 'node_modules/vitest/vitest.mjs';
const jsonReporter = './scripts/test/json-reporter.ts';
const faultRuns = 'tests/chaos/runs/';

/** Every check; each counts as one test. */
export async function checks(): Promise<Results> {
  const results = await runChecks((result) => {
    console.log(`${result.passed ? '✓' : '✗'} ${result.name}`);
    printFailure(result);
  });
  const failures = results
    .filter(({ passed }) => !passed)
    .map(({ name, output }) => ({ name, reason: output.split('\n').slice(0, 20).join('\n') }));
  return { ...noResults, passed: results.length - failures.length, failures };
}

/** All unit and server tests, or the given files, each in a fresh process. */
export function unitTests(files?: readonly string[]): Suite {
  const report = `test-results/vitest${files ? '-again' : ''}.json`;
  return {
    name: 'Unit and server tests',
    args: [
      ...[vitest, 'run', '--reporter=default', `--reporter=${jsonReporter}`, `--outputFile.json=${report}`],
      ...(files ? ['--isolate', '--no-file-parallelism', ...files.map((file) => path.resolve(file))] : []),
    ],
    report,
    read: readVitest,
  };
}

/** All browser tests. Playwright itself gives failed ones a second look at the end, each alone. */
export const browserTests: Suite = {
  name: 'Browser tests',
  args: ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json', '--retries=1'],
  report: 'test-results/playwright.json',
  read: readPlaywright,
};

/** The short form of all fault runs, or of those in the given files. */
export function shortFaultRuns(seed: number, files?: readonly string[]): Suite {
  const report = `test-results/fault-runs${files ? '-again' : ''}.json`;
  const names = files?.map((file) => path.basename(file, '.ts')) ?? [];
  return {
    name: 'Fault runs',
    args: ['scripts/chaos.ts', ...names, '--short', '--seed', String(seed), '--report', report],
    report,
    read: readVitest,
    output: 'test-results/fault-runs.txt',
  };
}

/** Runs a suite to its end. Never throws: what goes wrong is a failure of the results. */
export async function run(suite: Suite, { seed, temporary, limitMs }: Surroundings): Promise<Results> {
  const { name, args, report, read, output } = suite;
  console.log(`\n── ${name}${output ? ' begin; their output follows when they end' : ''}`);
  const started = performance.now();
  const before = childProcessorSeconds();
  const ending = await runRunner(args, {
    report,
    // All servers started by tests compile the same files.
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node'),
      MEMORI_TEST_SEED: String(seed),
      ...(temporary && { TMPDIR: temporary }),
    },
    limitMs,
    ...(output === undefined ? {} : { output }),
  });
  const used = childProcessorSeconds() - before;
  const took = (performance.now() - started) / 1000;
  console.log(
    `── ${name} took ${took.toFixed(0)} s${used > 0 ? `, ${used.toFixed(0)} s of processor time` : ''}`,
  );
  return evaluate(name, ending, readIfThere(report), read);
}

/** Runs failed files once more: fault runs with the same seed, one after the other, each in a fresh process. */
export async function runAgain(files: readonly string[], surroundings: Surroundings): Promise<Results> {
  const { seed } = surroundings;
  const faults = files.filter((file) => file.startsWith(faultRuns));
  const units = files.filter((file) => /\.test\.tsx?$/.test(file));
  return sum([
    ...(units.length > 0 ? [await run(unitTests(units), surroundings)] : []),
    ...(faults.length > 0 ? [await run(shortFaultRuns(seed, faults), surroundings)] : []),
  ]);
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * The processor time of all ended child processes and of theirs, in seconds, of which Linux counts a hundred ticks each;
 * 0 elsewhere.
 */
function childProcessorSeconds(): number {
  const fields = readIfThere('/proc/self/stat')?.split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) / 100;
}
