import { existsSync, readFileSync } from 'node:fs';

/** The embedded database is unavailable. The message is one line that states the obstacle and, if any, the remedy. */
export class EmbeddedPostgresError extends Error {
  override readonly name = 'EmbeddedPostgresError';
}

/** The alternative if the embedded database can't run on this machine. */
export const alternative = 'or set DATABASE_URL to a PostgreSQL of your own';

const prefix = /^.*?\b(?:FATAL|PANIC|ERROR|LOG|DETAIL|HINT): {1,2}/;

/**
 * The most informative line in the output of a server or initdb: the last FATAL or PANIC with its detail, else the last
 * line; without time stamps. Empty for empty output.
 */
export function fatalLine(output: string): string {
  const lines = output.split(/\r?\n/).filter((line) => line.trim() !== '');
  const fatal = lines.findLastIndex((line) => /\b(?:FATAL|PANIC): /.test(line));
  if (fatal === -1) return (lines.at(-1) ?? '').replace(prefix, '').trim();
  const detail = lines[fatal + 1] ?? '';
  const parts = /\bDETAIL: /.test(detail) ? [lines[fatal] ?? '', detail] : [lines[fatal] ?? ''];
  return parts.map((line) => line.replace(prefix, '').trim()).join(' ');
}

/** The content of a log from byte `offset` on; empty if there is no log. */
export function logSince(file: string, offset: number): string {
  return existsSync(file) ? readFileSync(file).subarray(offset).toString('utf8') : '';
}
