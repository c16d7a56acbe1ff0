// npm run chaos [-- NAME...] [--seed N] [--runs N] [--short] [--from RELEASE] [--report FILE]: the long fault-injection
// runs, all or some. Prints the seed; exit status 1 if an invariant was violated. --short: all of them in a few minutes,
// with the seed of this tree. --from: the release that `upgrade` starts with. --report: also writes Vitest's JSON report.
// Each file in tests/chaos/runs is one run.
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ProvidedContext } from 'vitest';
import { startVitest } from 'vitest/node';
import { treeSeed } from './lib/tree-seed.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = 'tests/chaos/runs';
process.chdir(root);

const names = readdirSync(folder).map((file) => path.basename(file, '.ts'));
const usage = `Usage: npm run chaos [-- NAME...] [--seed N] [--runs N] [--short] [--from RELEASE] [--report FILE], where NAME is one of ${names.join(', ')}`;

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new TypeError(`${text} is not a whole number above 0.`);
  return value;
}

/** Runs them one after the other, each in a process of its own, and returns the names of those that failed. */
async function run(
  chosen: readonly string[],
  asked: ProvidedContext['chaos'],
  report: string | undefined,
): Promise<string[]> {
  const vitest = await startVitest([], {
    watch: false,
    fileParallelism: false,
    config: 'tests/chaos/vitest.config.ts',
    root,
    include: chosen.map((name) => `${folder}/${name}.ts`),
    reporters: ['default', ...(report === undefined ? [] : ['./scripts/test/json-reporter.ts'])],
    ...(report === undefined ? {} : { outputFile: { json: report } }),
    provide: { chaos: asked },
  });
  // A configuration that matches other tests too, or none, would pass without injecting any faults.
  const modules = new Map(
    vitest.state.getTestModules().map((module) => [path.basename(module.moduleId, '.ts'), module]),
  );
  const isWhole = modules.size === chosen.length;
  const failed = chosen.filter((name) => !isWhole || modules.get(name)?.ok() !== true);
  const isBroken = vitest.state.getUnhandledErrors().length > 0;
  await vitest.close();
  return isBroken && failed.length === 0 ? [...chosen] : failed;
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      runs: { type: 'string' },
      short: { type: 'boolean' },
      from: { type: 'string' },
      report: { type: 'string' },
    },
  });
  if (positionals.some((name) => !names.includes(name))) throw new TypeError('Unknown name.');
  const short = values.short ?? false;
  const seed = wholeNumber(values.seed) ?? (short ? treeSeed() : randomInt(1, 2 ** 31));
  const runs = wholeNumber(values.runs);
  const asked = {
    seed,
    short,
    ...(runs === undefined ? {} : { runs }),
    ...(values.from === undefined ? {} : { from: values.from }),
  };
  console.log(`seed ${seed}`);
  const failed = await run(positionals.length === 0 ? names : positionals, asked, values.report);
  for (const name of failed)
    console.log(
      `${name}: failed; repeat with: npm run chaos -- ${name} --seed ${seed}${short ? ' --short' : ''}`,
    );
  return failed.length === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  console.error(`${error.message}\n${usage}`);
  process.exitCode = 2;
}
