/** What a migration has created so far: the previous release does not use it. */
interface Created {
  tables: Set<string>;
  /** As `table.column`. */
  columns: Set<string>;
}

/** Matches a quoted string, a comment or a function body as one piece. */
const pieces = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\w*)\$[\s\S]*?\$\1\$|--[^\n]*|\/\*[\s\S]*?\*\/|[\s\S]/g;

/** Splits SQL at `separator` outside quotes, brackets, comments and function bodies; drops comments. */
function cut(sql: string, separator: ';' | ','): string[] {
  const parts = [''];
  let depth = 0;
  for (const [piece] of sql.matchAll(pieces)) {
    if (piece === '(') depth += 1;
    if (piece === ')') depth -= 1;
    if (piece === separator && depth === 0) parts.push('');
    else if (!piece.startsWith('--') && !piece.startsWith('/*')) parts[parts.length - 1] += piece;
  }
  return parts.map((part) => part.trim().replaceAll(/\s+/g, ' ')).filter((part) => part !== '');
}

const quoted = (text: string): string[] => [...text.matchAll(/"(\w+)"/g)].map(([, name = '']) => name);

/**
 * The statements of a migration that may break a server of the previous release, each with the reason. Only statements
 * known to be harmless are excluded: new tables and everything done to them, new columns that may be omitted,
 * constraints on new columns, indexes that reject nothing, and dropped constraints. Anything unknown counts as
 * breaking.
 */
export function breakingStatements(sql: string): { statement: string; reason: string }[] {
  const made: Created = { tables: new Set(), columns: new Set() };
  return cut(sql, ';').flatMap((statement) =>
    reasonsOf(statement, made).map((reason) => ({ statement: statement.slice(0, 120), reason })),
  );
}

function reasonsOf(statement: string, made: Created): string[] {
  const created = /^CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/i.exec(statement)?.[1];
  if (created !== undefined) made.tables.add(created);
  const harmless = /^(CREATE (TABLE|SEQUENCE|FUNCTION|INDEX)|COMMENT ON) /i;
  if (harmless.test(statement)) return [];
  const [, altered, changes = ''] = /^ALTER TABLE (?:ONLY )?"(\w+)" (.*)$/i.exec(statement) ?? [];
  if (altered !== undefined) {
    if (made.tables.has(altered)) return [];
    return cut(changes, ',').flatMap((change) => reasonOfChange(altered, change, made) ?? []);
  }
  const target = /^(?:INSERT INTO|CREATE (?:UNIQUE INDEX|TRIGGER) .*? ON) "(\w+)"(.*)$/i.exec(statement);
  if (!target) return ['it is not known to be harmless'];
  const [, table = '', rest = ''] = target;
  if (made.tables.has(table)) return [];
  if (/^CREATE UNIQUE/i.test(statement) && areNew(table, quoted(rest), made)) return [];
  return [`it changes what "${table}" takes or holds`];
}

const areNew = (table: string, columns: string[], made: Created): boolean =>
  columns.length > 0 && columns.every((column) => made.columns.has(`${table}.${column}`));

function reasonOfChange(table: string, change: string, made: Created): string | null {
  const added = /^ADD COLUMN (?:IF NOT EXISTS )?"(\w+)" (.*)$/i.exec(change);
  if (added) {
    const [, column = '', kind = ''] = added;
    made.columns.add(`${table}.${column}`);
    const canBeLeftOut = !/NOT NULL/i.test(kind) || /\b(DEFAULT|SERIAL|BIGSERIAL|GENERATED)\b/i.test(kind);
    return canBeLeftOut ? null : `"${column}" can't be left out`;
  }
  if (/^DROP CONSTRAINT |^ALTER COLUMN "\w+" (DROP NOT NULL|SET DEFAULT )/i.test(change)) return null;
  const rule = /^ADD CONSTRAINT "\w+" (?:FOREIGN KEY (\([^)]*\))|(?:CHECK|UNIQUE) ?(.*))/i.exec(change);
  if (rule && areNew(table, quoted(rule[1] ?? rule[2] ?? ''), made)) return null;
  return rule ? `it refuses rows of "${table}" that were good before` : 'it is not known to be harmless';
}
