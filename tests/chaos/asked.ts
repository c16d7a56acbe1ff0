import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    chaos: { seed: number; runs?: number; short?: boolean; from?: string };
  }
}

/**
 * What `npm run chaos` was asked for: the seed, how many runs (`usual` unless it said so, `few` with `--short`), and
 * whether it should be short.
 */
export function asked(
  usual: number,
  few: number = Math.ceil(usual / 20),
): { seed: number; runs: number; short: boolean } {
  const { seed, runs, short = false } = inject('chaos');
  return { seed, runs: runs ?? (short ? few : usual), short };
}
