import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    chaos: { seed: number; runs?: number };
  }
}

/** What `npm run chaos` was asked for: the seed, and how many runs, `usual` unless it said so. */
export function asked(usual: number): { seed: number; runs: number } {
  const { seed, runs = usual } = inject('chaos');
  return { seed, runs };
}
