import { connectUnlimited, type DatabaseAddress } from '../../platform/database-connection.ts';

/** Something can't be moved, in words for the operator. */
export class MoveError extends Error {
  override name = 'MoveError';
}

/** What a connection of ours is called while something is moved. */
export const moverName = 'memori move';

/** Throws MoveError while a Memori is at work on the database: what it writes meanwhile would stay behind. */
export async function requireAlone(address: string | DatabaseAddress): Promise<void> {
  const client = await connectUnlimited(address, moverName);
  try {
    const { rowCount } = await client.query(
      `SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'memori'`,
    );
    if (rowCount !== 0)
      throw new MoveError('A Memori is at work here: stop all its processes first, web and worker.');
  } finally {
    await client.end();
  }
}
