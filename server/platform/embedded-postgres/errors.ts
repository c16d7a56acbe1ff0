import { existsSync, readFileSync } from 'node:fs';

/** The embedded database can't be had. The message is one line that says what is in the way and, where there is one, the way out. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** What to do when the embedded database is not possible on this machine. */
export const wayOut = 'or set DATABASE_URL to a PostgreSQL of your own';

const prefix = /^.*?\b(?:FATAL|PANIC|ERROR|LOG|DETAIL|HINT): {1,2}/;

/**
 * The line of a server's or initdb's output that says most: the last FATAL or PANIC with its detail, else the
 * last line; without time stamps. Empty for empty output.
 */
export function tellingLine(output: string): string {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const fatal = lines.findLastIndex((line) => /\b(?:FATAL|PANIC): /.test(line));
  if (fatal === -1) return (lines.at(-1) ?? '').replace(prefix, '').trim();
  const detail = lines[fatal + 1] ?? '';
  const parts = /\bDETAIL: /.test(detail) ? [lines[fatal] ?? '', detail] : [lines[fatal] ?? ''];
  return parts.map((line) => line.replace(prefix, '').trim()).join(' ');
}

/** What a log holds from `offset` (bytes) on; empty if there is no log. */
export function logSince(file: string, offset: number): string {
  return existsSync(file) ? readFileSync(file).subarray(offset).toString('utf8') : '';
}
