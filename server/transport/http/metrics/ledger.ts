import { Counter, type Registry } from 'prom-client';
import type { ReadFamily } from './queues.ts';

/** All entries older than this are visible: no transaction lives that long (`databaseTimeouts`). */
const settledAfter = '10 minutes';

/**
 * What a clawback gives back, because its refund failed, is counted apart, as `release`.
 *
 * `settled`: no more entries can appear at or below the edge; ids are assigned before their rows become visible.
 */
const newEntries = `
  WITH fresh AS (
    SELECT id, CASE WHEN reason = 'clawback' AND delta > 0 THEN 'release' ELSE reason END AS reason, delta, created_at
    FROM credit_entry WHERE id > $1
  ),
  edge AS (
    SELECT coalesce(min(id) FILTER (WHERE created_at > now() - interval '${settledAfter}') - 1, max(id)) AS id FROM fresh
  )
  SELECT reason, sum(abs(delta))::float AS credits, fresh.id <= edge.id AS settled, max(edge.id)::text AS edge
  FROM fresh, edge GROUP BY reason, settled`;

interface Sums {
  reason: string;
  credits: number;
  settled: boolean;
  edge: string;
}

const reasons = ['signup', 'purchase', 'adjustment', 'generation', 'refund', 'clawback', 'release'];

/**
 * The total of moved credits, by their reason; the same in every process. Entries are immutable, so settled ones
 * are read only once. Tests have no entries.
 */
export function ledgerFamily(registers: Registry[]): ReadFamily {
  const moved = new Counter({
    name: 'memori_credits_total',
    help: 'Credits moved by reason: signup, purchase, adjustment, generation (spent), refund, clawback, release (of a clawback whose refund failed)',
    labelNames: ['reason'],
    registers,
  });
  const settled = new Map(reasons.map((reason) => [reason, 0]));
  let edge = '0';
  return async (pool) => {
    const from = edge;
    const { rows } = await pool.query<Sums>(newEntries, [from]);
    // An earlier read that timed out may have finished in between.
    if (edge !== from) return;
    const total = new Map(settled);
    for (const row of rows) {
      total.set(row.reason, (total.get(row.reason) ?? 0) + row.credits);
      if (!row.settled) continue;
      settled.set(row.reason, (settled.get(row.reason) ?? 0) + row.credits);
      edge = row.edge;
    }
    moved.reset();
    for (const [reason, credits] of total) moved.inc({ reason }, credits);
  };
}
