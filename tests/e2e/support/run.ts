import type { RunPostgres } from '#tests/support/run-postgres.ts';

/** Shared by all workers of a run. */
export interface Run {
  /** Contains a separate database for each Memori. */
  postgres: RunPostgres;
  /** For files that are created once per run. */
  folder: string;
}

const variable = 'MEMORI_TEST_RUN';

/** Call before the first worker: publishes what `currentRun` returns in workers. */
export function passOn(run: Run): void {
  process.env[variable] = JSON.stringify(run);
}

/** For use in workers. */
export function currentRun(): Run {
  return JSON.parse(process.env[variable] ?? '') as Run;
}
