import { createHash } from 'node:crypto';
import type { Database } from '#server/platform/database/db.ts';

/** Where a person's or program's secret may stand in a log: words as long as the shortest secret, a session's token. */
const words = /whsec_[\w+/=-]+|[\w-]{32,}/g;

/**
 * Finds secrets of a test's database in its log: any word that is stored in some text column of some table, in plain text
 * or as a SHA-256 in hex, unless it is an id. New tables and columns are included. Returns the columns.
 */
export async function secretsInLog(log: readonly string[], pool: Database['pool']): Promise<string[]> {
  const found = new Set(log.flatMap((line) => line.match(words) ?? []));
  if (found.size === 0) return [];
  const hashes = [...found].map((word) => createHash('sha256').update(word).digest('hex'));
  const { rows: columns } = await pool.query<{ name: string; table: string; column: string }>(
    `SELECT table_name || '.' || column_name AS name, quote_ident(table_name) AS table,
            quote_ident(column_name) AS column
     FROM information_schema.columns WHERE table_schema = 'public' AND data_type = 'text'`,
  );
  const isSecret = (name: string) => /(?:^|[._])(?:token|secret)$/.test(name);
  const lookups = columns.map(({ name, table, column }) => {
    const wanted = isSecret(name) ? `= ANY ($1) OR ${column} = ANY ($2)` : '= ANY ($1)';
    return `SELECT '${name}' AS name WHERE EXISTS (SELECT 1 FROM ${table} WHERE ${column} ${wanted})`;
  });
  const { rows } = await pool.query<{ name: string }>(
    // Both parameters are used, whatever the tables are.
    `${lookups.join(' UNION ALL ')} UNION ALL SELECT '' WHERE cardinality($1::text[]) + cardinality($2::text[]) < 0`,
    [hashes, [...found]],
  );
  return rows.map(({ name }) => name);
}
