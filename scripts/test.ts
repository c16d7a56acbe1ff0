// npm test [-- --fault-runs] [--no-skips] [--beside-load]: every check and every test, browser tests included. All parts
// run, whatever failed before; the last line is `N passed, N failed`, after a crash as well. --fault-runs: also the short
// form of `npm run chaos`, beside the tests. --no-skips: a skipped test counts as failed, for where everything that tests
// need can be installed. --beside-load: eight busy loops at the same time, as on a loaded machine; tests may get slower,
// but must not fail.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createMemoryFolder } from './lib/memory-folder.ts';
import { missingTools, skippedLines } from './lib/test-tools.mjs';
import { treeSeed } from './lib/tree-seed.ts';
import { noResults, type Results, slowest, sum } from './test/reports.ts';
import {
  filesForSecondLook,
  secondLookRule,
  withoutUndueRetries,
  withSecondLook,
} from './test/second-look.ts';
import { browserTests, checks, run, runAgain, shortFaultRuns, unitTests } from './test/suites.ts';
import { judge } from './test/verdict.ts';

process.chdir(path.resolve(import.meta.dirname, '..'));

/** Written with the verdict, so that whoever started this can tell whether there was one. */
const verdictFile = 'test-results/verdict.txt';
rmSync(verdictFile, { force: true });

const { values } = parseArgs({
  options: {
    'fault-runs': { type: 'boolean' },
    'no-skips': { type: 'boolean' },
    'beside-load': { type: 'boolean' },
  },
});
const busyLoops = values['beside-load'] ? 8 : 0;
for (let i = 0; i < busyLoops; i++) new Worker('for (;;);', { eval: true }).unref();

const seed = treeSeed();
const loads: number[] = [];
const noteLoad = () => loads.push(loadavg()[0] ?? 0);
setInterval(noteLoad, 30_000).unref();

/** A part that crashes is a failure, and stops no other part. */
async function part(name: string, runPart: () => Promise<Results>): Promise<Results> {
  try {
    return await runPart();
  } catch (error) {
    const reason = error instanceof Error ? (error.stack ?? error.message) : String(error);
    return { ...noResults, failures: [{ name, reason }] };
  }
}

async function runAll(): Promise<Results> {
  const surroundings = {
    seed,
    // Databases and videos are created by the hundred, and thrown away: where memory allows, they never reach a disk.
    temporary: createMemoryFolder(),
    limitMs: 35 * 60_000 * (1 + busyLoops),
  };
  console.log(`Seed of random tests: ${seed} (repeat with MEMORI_TEST_SEED=${seed})\n── Checks`);
  const checked = await part('Checks', checks);
  const mayRunAgain = secondLookRule();
  // The fault runs wait more than they compute. They may take as long as both suites beside them.
  const [tested, faulted] = await Promise.all([
    part('Tests', async () =>
      sum([await run(unitTests(), surroundings), await run(browserTests, surroundings)]),
    ),
    values['fault-runs']
      ? part('Fault runs', () =>
          run(shortFaultRuns(seed), { ...surroundings, limitMs: 2 * surroundings.limitMs }),
        )
      : noResults,
  ]);
  const results = withoutUndueRetries(sum([tested, faulted]), mayRunAgain);
  const files = filesForSecondLook(results, mayRunAgain).filter((file) => !file.startsWith('tests/e2e/'));
  if (files.length === 0) return sum([checked, results]);
  console.log(`\n── A second look at ${files.join(', ')}`);
  const again = await part('Second look', () => runAgain(files, surroundings));
  return sum([checked, withSecondLook(results, files, again)]);
}

function printVerdict(results: Results): void {
  noteLoad();
  const load = `load ${Math.max(...loads).toFixed(1)} at most, on ${availableParallelism()} cores`;
  const { passed, lines } = judge(results, {
    noSkips: values['no-skips'] ?? false,
    seed,
    load,
    skippedLines: skippedLines(results.skipped, missingTools()),
  });
  console.log('\n── The slowest');
  for (const line of slowest(results.tests, 10)) console.log(line);
  console.log('');
  for (const line of lines) console.log(line);
  mkdirSync(path.dirname(verdictFile), { recursive: true });
  writeFileSync(verdictFile, `${lines.at(-1)}\n`);
  process.exitCode = passed ? 0 : 1;
}

printVerdict(await part('npm test', runAll));
