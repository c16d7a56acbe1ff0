import path from 'node:path';
import type pg from 'pg';
import type { DatabaseAddress } from '../platform/database/connection.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/embedded-postgres.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { applyMigrations, MigrationError } from '../platform/database/migrate.ts';
import { StartError } from '../platform/errors.ts';

const migrations = path.resolve(import.meta.dirname, '../../prisma/migrations');

/** Applies pending migrations. Throws MigrationError, or StartError if the database can't be reached. */
export async function migrate(address: string | DatabaseAddress, logger: Logger): Promise<void> {
  try {
    for (const name of await applyMigrations(address, migrations))
      logger.info({ migration: name }, 'migration applied');
  } catch (error) {
    if (error instanceof MigrationError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new StartError(`The database that DATABASE_URL names is not usable: ${message || code}.`, {
      cause: error,
    });
  }
}

/** Connects to the embedded database or starts it; leaving it is registered in `opened`. */
export async function openEmbedded(
  dataDir: string,
  logger: Logger,
  opened: AsyncDisposableStack,
): Promise<EmbeddedPostgres> {
  let lastError = '';
  const server = await startEmbeddedPostgres(dataDir, {
    onError(error) {
      if (String(error) !== lastError)
        logger.error({ err: error }, 'the embedded database could not be restarted');
      lastError = String(error);
    },
  });
  opened.defer(server.stop);
  return server;
}

/** Logs a warning if the database role is a superuser, which could run programs and read files on the server. */
export async function warnOfSuperuser(pool: pg.Pool, logger: Logger): Promise<void> {
  const { rowCount } = await pool.query('SELECT FROM pg_roles WHERE rolname = current_user AND rolsuper');
  if (rowCount !== 0)
    logger.warn('the role in DATABASE_URL is a superuser: use one that only owns Memori’s database');
}
