declare module 'vitest' {
  export interface ProvidedContext {
    /** What `npm run chaos` was asked for; `runs` only where it was. */
    chaos: { seed: number; runs?: number };
  }
}
export {};
