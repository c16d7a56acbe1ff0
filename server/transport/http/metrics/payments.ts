import { Gauge, type Registry } from 'prom-client';
import { maxRefundFailures } from '#server/providers/payments/types.ts';
import type { ReadFamily } from './queues.ts';

/** Refunds and disputes are re-read for so long; older purchases are nobody's concern any more. */
const watched = `created_at > now() - interval '180 days'`;

const trouble = `
  SELECT
    (SELECT count(*) FROM purchase WHERE mismatch IS NOT NULL AND status <> 'paid')::int AS mismatched,
    (SELECT count(*) FROM withdrawal WHERE refunded_at IS NULL AND refund_failures >= ${maxRefundFailures})::int AS given_up,
    (SELECT extract(epoch FROM now() - min(created_at)) FROM withdrawal WHERE refunded_at IS NULL)::float AS unpaid,
    (SELECT extract(epoch FROM now() - min(failing_since)) FROM purchase
      WHERE failing_since IS NOT NULL AND ${watched})::float AS failing`;

interface Trouble {
  mismatched: number;
  given_up: number;
  unpaid: number | null;
  failing: number | null;
}

/** What of buyers' money waits for an operator. */
export function paymentFamily(registers: Registry[]): ReadFamily {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const mismatched = gauge('memori_payments_mismatched', 'Paid sessions that differ from what was offered');
  const givenUp = gauge('memori_refunds_given_up', 'Withdrawals whose refunds failed for good');
  const unpaid = gauge(
    'memori_withdrawals_oldest_unpaid_seconds',
    'Age of the oldest withdrawal that is not refunded',
  );
  const failing = gauge(
    'memori_payments_oldest_failing_seconds',
    'How long a purchase could not be checked with the provider',
  );
  return async (pool) => {
    const { rows } = await pool.query<Trouble>(trouble);
    mismatched.set(rows[0]?.mismatched ?? 0);
    givenUp.set(rows[0]?.given_up ?? 0);
    unpaid.set(rows[0]?.unpaid ?? 0);
    failing.set(rows[0]?.failing ?? 0);
  };
}
