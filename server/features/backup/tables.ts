import type pg from 'pg';

export interface Table {
  name: string;
  columns: string[];
}

/**
 * Not copied: Prisma's bookkeeping, which migrations write; rate limit counters, which start over; and the identity of
 * the original.
 */
const leftOut = ['_prisma_migrations', 'rate_limit', 'installation'];

/** All tables with user data, each after the tables that its foreign keys reference. */
export async function readTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT t.table_name AS name, array_agg(c.column_name::text ORDER BY c.ordinal_position) AS columns
     FROM information_schema.tables t JOIN information_schema.columns c USING (table_schema, table_name)
     WHERE t.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER'
       AND t.table_name <> ALL ($1)
     GROUP BY t.table_name ORDER BY t.table_name`,
    [leftOut],
  );
  const { rows: keys } = await client.query<{ child: string; parent: string }>(
    `SELECT child.relname AS child, parent.relname AS parent FROM pg_constraint
     JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
     WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = 'public'::regnamespace`,
  );
  return sortByParents(rows, keys);
}

/** Sorts tables so that each comes after those it references. Throws if references are circular. Pure. */
export function sortByParents<Named extends { name: string }>(
  tables: readonly Named[],
  keys: readonly { child: string; parent: string }[],
): Named[] {
  const sorted: Named[] = [];
  let left = [...tables];
  while (left.length > 0) {
    const waiting = new Set(left.map(({ name }) => name));
    const isReady = ({ name }: Named) =>
      !keys.some(({ child, parent }) => child === name && waiting.has(parent));
    const ready = left.filter(isReady);
    if (ready.length === 0) throw new Error(`Tables name each other: ${[...waiting].join(', ')}`);
    sorted.push(...ready);
    left = left.filter((table) => !isReady(table));
  }
  return sorted;
}

/** A comma-separated list of quoted SQL identifiers. */
export const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
