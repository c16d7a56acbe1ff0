import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { type Database, openDatabase } from '../../server/platform/db.ts';
import { templateDatabase, urlOfDatabase } from './database-url.ts';

/** A database of one test's own. */
export interface TestDatabase {
  url: string;
  database: Database;
  /** Closes `database` and removes it, cutting whatever connections are left. */
  drop(): Promise<void>;
}

/** Any number: workers clone one after another. */
const cloneLock = 4_201_120;

/** A fresh, fully migrated, empty database, cloned from the run's template in some 50 ms. */
export async function createTestDatabase(options: { maxConnections?: number } = {}): Promise<TestDatabase> {
  const adminUrl = inject('adminUrl');
  const appUrl = inject('appUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await asAdmin(adminUrl, async (admin) => {
    // PostgreSQL refuses to clone a template that another session is cloning.
    await admin.query('SELECT pg_advisory_lock($1)', [cloneLock]);
    await admin.query(
      `CREATE DATABASE ${name} TEMPLATE ${templateDatabase} OWNER ${new URL(appUrl).username}`,
    );
  });
  const url = urlOfDatabase(appUrl, name);
  const database = openDatabase(url, options);
  return {
    url,
    database,
    async drop() {
      await database.close();
      await asAdmin(adminUrl, (admin) => admin.query(`DROP DATABASE ${name} WITH (FORCE)`));
    },
  };
}

async function asAdmin(adminUrl: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
