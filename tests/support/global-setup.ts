import type { TestProject } from 'vitest/node';
import { type RunPostgres, startRunPostgres } from './run-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    postgres: RunPostgres;
  }
}

/** Starts the PostgreSQL shared by the run's tests, each with a database of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { MEMORI_TEST_SEED: seed } = project.config.env;
  if (seed !== undefined) console.log(`Seed of random tests: ${seed} (repeat with MEMORI_TEST_SEED=${seed})`);
  const { stop, ...postgres } = await startRunPostgres();
  project.provide('postgres', postgres);
  return stop;
}
