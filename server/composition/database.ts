import path from 'node:path';
import type pg from 'pg';
import type { DatabaseAddress } from '../platform/database/connection.ts';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../platform/embedded-postgres/embedded-postgres.ts';
import type { Logger } from '../platform/logging/logger.ts';
import { applyMigrations, MigrationError } from '../platform/database/migrate.ts';
import { hasOwnSession } from '../platform/database/session.ts';
import { StartError } from '../platform/errors.ts';

const migrations = path.resolve(import.meta.dirname, '../../prisma/migrations');

const transactionPooler =
  'a connection pooler answers there that lends a session out for one transaction, which loses locks and notifications; name the database itself, or a pooler in session mode';

/**
 * Applies pending migrations. Throws MigrationError, or StartError if the database can't be reached, or only through a pooler
 * that keeps no sessions.
 */
export async function migrate(address: string | DatabaseAddress, logger: Logger): Promise<void> {
  try {
    // Before migrations: their lock would stay with a session that nobody finds again.
    if (!(await hasOwnSession(address))) throw new StartError(unusable(transactionPooler));
    for (const name of await applyMigrations(address, migrations))
      logger.info({ migration: name }, 'migration applied');
  } catch (error) {
    if (error instanceof MigrationError || error instanceof StartError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    // Only poolers refuse what PostgreSQL accepts.
    const isPooler = message.startsWith('unsupported startup parameter');
    const advice = isPooler ? '; a connection pooler answers there, name the database itself' : '';
    throw new StartError(unusable(`${message || code}${advice}`), { cause: error });
  }
}

const unusable = (reason: string) => `The database that DATABASE_URL names is not usable: ${reason}.`;

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
