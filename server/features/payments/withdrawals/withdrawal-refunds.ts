import type { Purchase, Withdrawal } from '#server/generated/prisma/client.ts';
import type { Tx } from '#server/platform/database/db.ts';
import type { OrderedRefund, PaymentReversal } from '#server/providers/payments/types.ts';

/** Stands for the refund of a withdrawal whose money an operator returned in another way. */
export const byHand = 'by-hand';

/**
 * Closes the withdrawals of a purchase whose refund stands, or for which nothing is left to refund, and opens those
 * again of which that has ceased to be true because a refund failed. Failures only grow, so a stale answer of the
 * provider closes nothing. The caller holds the purchase's lock, and has recorded the reversal in it.
 */
export async function settleWithdrawals(
  tx: Pick<Tx, 'withdrawal'>,
  { sessionId, amountPaid, amountRefunded, disputeLost }: Purchase,
  { orders }: PaymentReversal,
): Promise<void> {
  const isNothingLeft = disputeLost || amountRefunded >= (amountPaid ?? 0);
  for (const known of await tx.withdrawal.findMany({ where: { sessionId } })) {
    const data = stateAfter(known, orders.get(known.id), isNothingLeft);
    if (data) await tx.withdrawal.update({ where: { id: known.id }, data });
  }
}

type RefundState = Pick<Withdrawal, 'refundId' | 'refundedAt' | 'refundFailures'>;

/** Null if nothing changes. */
function stateAfter(
  { refundId, refundedAt, refundFailures }: Withdrawal,
  order: OrderedRefund = { refundId: null, failures: 0 },
  isNothingLeft: boolean,
): RefundState | null {
  if (refundId === byHand || order.failures < refundFailures) return null;
  const closed = { refundId: order.refundId, refundedAt: new Date(), refundFailures: order.failures };
  const opened = { refundId: null, refundedAt: null, refundFailures: order.failures };
  if (order.refundId !== null) return order.refundId === refundId ? null : closed;
  if (isNothingLeft && refundId === null) return refundedAt ? null : closed;
  const hasFailed = order.failures > refundFailures || (refundId === null && refundedAt !== null);
  return hasFailed ? opened : null;
}

/** The cents of the purchase's withdrawals that are still to be refunded. */
export async function openAmount(db: Pick<Tx, 'withdrawal'>, sessionId: string): Promise<number> {
  const open = await db.withdrawal.findMany({ where: { sessionId, refundedAt: null } });
  return open.reduce((sum, { amount }) => sum + amount, 0);
}
