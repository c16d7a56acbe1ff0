// npm run chaos [-- NAME] [--seed N] [--runs N] [--short] [--from RELEASE]: the long fault-injection runs, all or one.
// Prints the seed; exit status 1 if an invariant was violated. --short: all of them in a few minutes. --from: the
// release that `upgrade` starts with. Each file in tests/chaos/runs is one run.
import { randomInt } from 'node:crypto';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { ProvidedContext } from 'vitest';
import { startVitest } from 'vitest/node';

const root = path.resolve(import.meta.dirname, '..');
const folder = 'tests/chaos/runs';
process.chdir(root);

const names = readdirSync(folder).map((file) => path.basename(file, '.ts'));
const usage = `Usage: npm run chaos [-- NAME] [--seed N] [--runs N] [--short] [--from RELEASE], where NAME is one of ${names.join(', ')}`;

function wholeNumber(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 1)
    throw new TypeError(`${text} is not a whole number above 0.`);
  return value;
}

async function run(name: string, asked: ProvidedContext['chaos']): Promise<boolean> {
  const { seed } = asked;
  console.log(`${name}: seed ${seed}`);
  // An exit code left by the previous run must not count for this one.
  process.exitCode = undefined;
  const vitest = await startVitest([], {
    watch: false,
    config: 'tests/chaos/vitest.config.ts',
    root,
    include: [`${folder}/${name}.ts`],
    provide: { chaos: asked },
  });
  // A configuration that matches other tests too would pass without injecting any faults.
  const isAlone = vitest.state.getTestModules().length === 1;
  const failed = !isAlone || (process.exitCode !== undefined && process.exitCode !== 0);
  await vitest.close();
  if (failed)
    console.log(
      `${name}: failed; repeat with: npm run chaos -- ${name} --seed ${seed}${asked.short ? ' --short' : ''}`,
    );
  return !failed;
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      seed: { type: 'string' },
      runs: { type: 'string' },
      short: { type: 'boolean' },
      from: { type: 'string' },
    },
  });
  const [name, ...more] = positionals;
  if (more.length > 0 || (name !== undefined && !names.includes(name))) throw new TypeError('Unknown name.');
  const seed = wholeNumber(values.seed) ?? randomInt(1, 2 ** 31);
  const runs = wholeNumber(values.runs);
  const asked = {
    seed,
    short: values.short ?? false,
    ...(runs === undefined ? {} : { runs }),
    ...(values.from === undefined ? {} : { from: values.from }),
  };
  let status = 0;
  for (const each of name === undefined ? names : [name]) if (!(await run(each, asked))) status = 1;
  return status;
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  console.error(`${error.message}\n${usage}`);
  process.exitCode = 2;
}
