import { inject } from 'vitest';
import { type Database, openDatabase } from '#server/platform/database/db.ts';
import { createDatabase, dropDatabase } from './run-postgres.ts';

/** A database for one test. */
export interface TestDatabase {
  url: string;
  database: Database;
  /** Closes `database` and drops it, terminating any remaining connections. */
  drop(): Promise<void>;
}

/** Creates an empty, fully migrated database, cloned from the run's template in about 50 ms. */
export async function createTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const postgres = inject('postgres');
  const url = await createDatabase(postgres);
  const database = openDatabase(url, options);
  return {
    url,
    database,
    async drop() {
      await database.close();
      await dropDatabase(postgres, url);
    },
  };
}
