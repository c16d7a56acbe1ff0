/** A value on one line. */
function inLine(value: unknown): string {
  if (value === null || value === undefined) return '–';
  if (value instanceof Date) return value.toISOString();
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Formats an object with a line per field, or a list as a table with a column per field. Pure. */
export function formatRows(result: object): string {
  if (!Array.isArray(result)) {
    const entries = Object.entries(result);
    const width = Math.max(0, ...entries.map(([key]) => key.length));
    return entries.map(([key, value]) => `${key.padEnd(width)}  ${inLine(value)}`).join('\n');
  }
  const rows = result as Record<string, unknown>[];
  const [first] = rows;
  if (!first) return 'Nothing.';
  const columns = Object.keys(first);
  const lines = [columns, ...rows.map((row) => columns.map((column) => inLine(row[column])))];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
