import { readdir } from 'node:fs/promises';
import { basename } from 'node:path';

const folder = new URL('./bench/', import.meta.url);

/**
 * A benchmark: prints one `name: value` line for each figure. `args` are the arguments after its name on the command
 * line.
 */
export type Benchmark = (args: readonly string[]) => Promise<void>;

/** Runs the benchmark named on the command line, or all of them. Each file in scripts/bench exports one as `run`. */
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
  for (const each of name === undefined ? names : [name]) {
    const benchmark = (await import(new URL(`${each}.ts`, folder).href)) as { run: Benchmark };
    await benchmark.run(args);
  }
}

await main();
