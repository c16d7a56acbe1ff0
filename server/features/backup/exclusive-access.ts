import { connectUnlimited, type DatabaseAddress } from '#server/platform/database/connection.ts';

/** Something can't be moved; the message is for the operator. */
export class MoveError extends Error {
  override name = 'MoveError';
}

/** The application_name of our connections during a move. */
export const moveConnectionName = 'memori move';

/** Throws MoveError while a Memori is running on the database: whatever it wrote meanwhile would be lost. */
export async function requireExclusiveAccess(address: string | DatabaseAddress): Promise<void> {
  const client = await connectUnlimited(address, moveConnectionName);
  try {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'memori'`,
    );
    if (rowCount !== 0)
      throw new MoveError('Memori is running here: stop all of its web and worker processes first.');
  } finally {
    await client.end();
  }
}

/** A file in DATA_DIR that is rewritten after each successful backup: its mtime is the time of the last one. */
export const backupMark = 'last-backup';
