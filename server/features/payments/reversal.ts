import type { Purchase } from '#server/generated/prisma/client.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/database/events.ts';
import type { PaymentReversal } from '#server/providers/payments/types.ts';
import { clawBack, releaseClaim } from '../credits/ledger.ts';
import { lockPurchase } from './purchases.ts';
import { openAmount, settleWithdrawals } from './withdrawals/withdrawal-refunds.ts';

/**
 * Records a reversal in a paid purchase, its withdrawals and the ledger, inside the caller's transaction: takes back the
 * credits of what was refunded, and gives back those of refunds that failed. The totals of all refunds and of failed
 * ones only grow, so a stale answer of the provider changes nothing. Returns the resulting purchase.
 */
export async function settleReversal(
  tx: Tx,
  sessionId: string,
  reversal: PaymentReversal,
): Promise<Purchase> {
  const before = await lockPurchase(tx, sessionId);
  const { userId, amountReturnedByHand } = before;
  const ordered = before.amountRefunded - amountReturnedByHand + before.amountRefundFailed;
  const amountRefundFailed = Math.max(before.amountRefundFailed, reversal.amountFailed);
  const standing = Math.max(ordered, reversal.amountOrdered) - amountRefundFailed;
  const purchase = await tx.purchase.update({
    where: { sessionId },
    data: {
      amountRefunded: Math.max(0, standing) + amountReturnedByHand,
      amountRefundFailed,
      disputeLost: before.disputeLost || reversal.disputeLost,
    },
  });
  await settleWithdrawals(tx, purchase, reversal);
  if (amountRefundFailed > before.amountRefundFailed) await release(tx, purchase);
  if (purchase.amountRefunded > 0 || purchase.disputeLost)
    await clawBack(tx, { userId, reference: sessionId, total: reversedCredits(purchase) });
  // Published even if no credit moved: a user without a standing purchase sees watermarks again.
  if (
    purchase.amountRefunded !== before.amountRefunded ||
    purchase.amountRefundFailed !== before.amountRefundFailed ||
    purchase.disputeLost !== before.disputeLost
  )
    await publish(tx, { userId, topic: 'balance', id: userId });
  return purchase;
}

/** The credits of a withdrawal that is open again stay taken: its money is still to follow. */
async function release(tx: Tx, purchase: Purchase): Promise<void> {
  const { sessionId, userId, amountRefunded } = purchase;
  const due = { ...purchase, amountRefunded: amountRefunded + (await openAmount(tx, sessionId)) };
  await releaseClaim(tx, { userId, reference: sessionId, total: reversedCredits(due) });
}

/** The number of credits that correspond to the refunds so far: their share of what was paid, rounded down. */
export function reversedCredits({
  credits,
  amountPaid,
  amountRefunded,
  disputeLost,
}: Pick<Purchase, 'credits' | 'amountPaid' | 'amountRefunded' | 'disputeLost'>): number {
  if (disputeLost) return credits;
  if (!amountPaid) return 0;
  return Math.min(credits, Math.floor((credits * amountRefunded) / amountPaid));
}
