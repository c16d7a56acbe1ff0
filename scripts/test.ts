// npm test [-- --beside-load] [--no-skips]: every check and every test, browser tests included. The last line is `N passed, N
// failed`. --beside-load: runs eight busy loops at the same time, as on a loaded machine; tests may get slower, but
// must not fail. --no-skips: a skipped test counts as failed, for where everything that tests need can be installed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { printFailure, runChecks } from './lib/checks.ts';
import { createMemoryFolder } from './lib/memory-folder.ts';
import {
  type Count,
  evaluate,
  type ReadReport,
  readPlaywright,
  readVitest,
  slowest,
  withProblems,
} from './lib/reports.ts';
import { runRunner } from './lib/runner.ts';
import { missingTools, skippedLines } from './lib/test-tools.mjs';

process.chdir(path.resolve(import.meta.dirname, '..'));

const { values } = parseArgs({
  options: { 'beside-load': { type: 'boolean' }, 'no-skips': { type: 'boolean' } },
});
const busyLoops = values['beside-load'] ? 8 : 0;
for (let i = 0; i < busyLoops; i++) new Worker('for (;;);', { eval: true }).unref();

// Databases and videos are created by the hundred, and thrown away: where memory allows, they never reach a disk.
const temporary = createMemoryFolder();

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}

async function checks(): Promise<Count> {
  console.log('── Checks');
  const results = await runChecks((result) => {
    console.log(`${result.passed ? '✓' : '✗'} ${result.name}`);
    printFailure(result);
  });
  const passed = results.filter((result) => result.passed).length;
  const problems = results.filter((result) => !result.passed).map(({ name }) => name);
  return { passed, failed: results.length - passed, skipped: 0, problems, tests: [] };
}

async function runner(name: string, args: string[], report: string, read: ReadReport): Promise<Count> {
  console.log(`\n── ${name}`);
  const { status, problems } = await runRunner(args, {
    report,
    // All servers started by tests compile the same files.
    env: {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      NODE_COMPILE_CACHE: path.resolve('node_modules/.cache/node'),
      ...(temporary && { TMPDIR: temporary }),
    },
    limitMs: 45 * 60_000 * (1 + busyLoops),
  });
  return withProblems(name, evaluate(name, status, readIfThere(report), read), problems);
}

const unit = 'test-results/vitest.json';
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json'];
const browser = 'test-results/playwright.json';
const playwright = ['node_modules/@playwright/test/cli.js', 'test', '--reporter=list,json'];

const counts = [
  await checks(),
  await runner('Unit and server tests', [...vitest, `--outputFile.json=${unit}`], unit, readVitest),
  await runner('Browser tests', playwright, browser, readPlaywright),
];

const sum = (of: (count: Count) => number) => counts.reduce((total, count) => total + of(count), 0);
const skipped = sum((count) => count.skipped);
const failed = sum((count) => count.failed) + (values['no-skips'] ? skipped : 0);
console.log('\n── The slowest');
for (const line of slowest(
  counts.flatMap(({ tests }) => tests),
  10,
))
  console.log(line);
console.log('');
for (const problem of counts.flatMap(({ problems }) => problems)) console.log(`✗ ${problem}`);
for (const line of skippedLines(skipped, missingTools())) console.log(line);
console.log(`${sum(({ passed }) => passed)} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
