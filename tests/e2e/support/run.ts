import type { RunPostgres } from '../../support/run-postgres.ts';

/** What all workers of a run share. */
export interface Run {
  /** Each Memori has a database of its own there. */
  postgres: RunPostgres;
  /** For what is made once. */
  folder: string;
}

const variable = 'MEMORI_TEST_RUN';

/** Before the first worker: what they will find by `currentRun`. */
export function passOn(run: Run): void {
  process.env[variable] = JSON.stringify(run);
}

/** In a worker. */
export function currentRun(): Run {
  return JSON.parse(process.env[variable] ?? '') as Run;
}
