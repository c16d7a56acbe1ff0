import { open } from 'node:fs/promises';
import { median } from '#scripts/lib/statistics.ts';
import type pg from 'pg';

/** Statistics of all executions of the same statement. */
export interface StatementStats {
  /** Abbreviated. */
  readonly query: string;
  readonly calls: number;
  /** Milliseconds. */
  readonly median: number;
  readonly longest: number;
  /** Large tables that were scanned completely. */
  readonly scanned: readonly string[];
}

/** A node of the output of `EXPLAIN (FORMAT JSON)`. */
export interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: PlanNode[];
}

/** Tables with at least this many rows count as large. */
const bigRows = 5000;

/**
 * Has PostgreSQL log the plan of every statement on each connection opened from now on. `log` is its log file;
 * `superuser` must be allowed to change settings.
 */
export async function watchPlans(
  superuser: pg.Client,
  log: string,
): Promise<{ read(): Promise<StatementStats[]> }> {
  const settings = {
    session_preload_libraries: "'auto_explain'",
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
    log_line_prefix: "''",
  };
  await superuser.query("LOAD 'auto_explain'");
  for (const [name, value] of Object.entries(settings))
    await superuser.query(`ALTER SYSTEM SET ${name} = ${value}`);
  await superuser.query('SELECT pg_reload_conf()');
  const { rows } = await superuser.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND reltuples >= $1",
    [bigRows],
  );
  const big = new Set(rows.map(({ name }) => name));
  const file = await open(log);
  const { size: start } = await file.stat();
  return {
    async read() {
      const { size } = await file.stat();
      const { buffer } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
      await file.close();
      return parseLog(buffer.toString('utf8'), big);
    },
  };
}

/** An entry of the log: a duration and a plan as JSON, whose lines begin with tabs. */
const entry = /duration: ([\d.]+) ms {2}plan:\n((?:\t.*\n)+)/g;

function parseLog(log: string, big: ReadonlySet<string>): StatementStats[] {
  const statements = new Map<string, { times: number[]; scanned: Set<string> }>();
  for (const [, duration, json] of log.matchAll(entry)) {
    const { 'Query Text': text, Plan: plan } = JSON.parse(json!) as { 'Query Text': string; Plan: PlanNode };
    // The list of queues differs from call to call.
    const query = text
      .replace(/\s+/g, ' ')
      .replace(/ARRAY\[.*?\]/g, 'ARRAY[…]')
      .trim();
    const statement = statements.get(query) ?? { times: [], scanned: new Set<string>() };
    statement.times.push(Number(duration));
    for (const name of scannedIn(plan)) if (big.has(name)) statement.scanned.add(name);
    statements.set(query, statement);
  }
  return [...statements]
    .map(([query, { times, scanned }]) => ({
      query,
      calls: times.length,
      scanned: [...scanned],
      median: median(times),
      longest: Math.max(...times),
    }))
    .sort((a, b) => b.longest - a.longest);
}

/** The tables that a plan scans completely. */
export function scannedIn({ 'Node Type': type, 'Relation Name': relation, Plans = [] }: PlanNode): string[] {
  const own = type === 'Seq Scan' && relation ? [relation] : [];
  return [...own, ...Plans.flatMap(scannedIn)];
}
