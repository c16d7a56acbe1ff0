import { inject } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/db.ts';
import { createDatabase, dropDatabase } from './run-postgres.ts';

/** A database of one test's own. */
export interface TestDatabase {
  url: string;
  database: Database;
  /** Closes `database` and removes it, cutting whatever connections are left. */
  drop(): Promise<void>;
}

/** A fresh, fully migrated, empty database, cloned from the run's template in some 50 ms. */
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
