import { Counter, type Registry } from 'prom-client';
import type { ReadFamily } from './queues.ts';

/** Older entries are all visible: no transaction lives that long (`databaseTimeouts`). */
const settledAfter = '10 minutes';

/** `settled`: what can be read no more entries before; an id may be given out long before its entry can be seen. */
const newEntries = `
  WITH fresh AS (SELECT id, reason, delta, created_at FROM credit_entry WHERE id > $1),
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

const reasons = ['signup', 'purchase', 'adjustment', 'generation', 'refund', 'clawback'];

/**
 * Credits that moved, by the ledger's reason, since it began; every process tells the same. Entries never change, so those
 * that are old are read once. Tests have no entries.
 */
export function ledgerFamily(registers: Registry[]): ReadFamily {
  const moved = new Counter({
    name: 'memori_credits_total',
    help: 'Credits that moved, by reason: signup, purchase, adjustment, generation (spent), refund (given back), clawback',
    labelNames: ['reason'],
    registers,
  });
  const settled = new Map(reasons.map((reason) => [reason, 0]));
  let edge = '0';
  return async (pool) => {
    const from = edge;
    const { rows } = await pool.query<Sums>(newEntries, [from]);
    // Another read, which nobody waits for any more, may have come in between.
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
