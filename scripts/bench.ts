import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { missedLimits } from './bench/lib/measure.ts';
import { watchOtherLoad } from './bench/lib/other-load.ts';

const folder = new URL('./bench/', import.meta.url);

/**
 * A benchmark: prints one `name: value` line for each figure. `args` are the arguments after its name on the command
 * line.
 */
export type Benchmark = (args: readonly string[]) => Promise<void>;

/** The share of the processors' time that other programs may use before figures say little. */
const quiet = 0.1;

/**
 * Runs the benchmark named on the command line, or all of them. Each file in scripts/bench exports one as `run`. Ends
 * with an error and a list if a figure missed its limit.
 */
async function main(): Promise<void> {
  const names = (await readdir(folder))
    .filter((file) => file.endsWith('.ts'))
    .map((file) => basename(file, '.ts'));
  const [name, ...args] = process.argv.slice(2);
  if (name !== undefined && !names.includes(name)) {
    console.error(`There is no benchmark ${name}. There are: ${names.join(', ')}.`);
    process.exitCode = 2;
    return;
  }
  const otherLoad = watchOtherLoad();
  for (const each of name === undefined ? names : [name]) {
    const benchmark = (await import(new URL(`${each}.ts`, folder).href)) as { run: Benchmark };
    await benchmark.run(args);
  }
  const others = otherLoad();
  if (others > quiet)
    console.log(
      `The machine was too busy to tell: other programs used ${Math.round(100 * others)} % of its processors. Run this again when it is quiet.`,
    );
  const missed = missedLimits();
  if (missed.length === 0) return;
  console.error(['Missed:', ...missed].join('\n  '));
  process.exitCode = 1;
}

await main();
