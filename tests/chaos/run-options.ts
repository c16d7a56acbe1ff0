import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    chaos: { seed: number; runs?: number; short?: boolean; from?: string };
  }
}

/**
 * The options of this `npm run chaos`: the seed, the number of runs (`usual` by default, `few` with `--short`), and
 * whether the run is short.
 */
export function runOptions(
  usual: number,
  few: number = Math.ceil(usual / 20),
): { seed: number; runs: number; short: boolean } {
  const { seed, runs, short = false } = inject('chaos');
  return { seed, runs: runs ?? (short ? few : usual), short };
}
