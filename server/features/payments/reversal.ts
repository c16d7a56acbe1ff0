import type { Purchase } from '#server/generated/prisma/client.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { publish } from '#server/platform/database/events.ts';
import type { PaymentReversal } from '#server/providers/payments/types.ts';
import { clawBack, releaseClaim } from '../credits/ledger.ts';
import { lockTimeouts, type PaymentDeps } from './deps.ts';
import { lockPurchase } from './purchases.ts';
import { openAmount, settleWithdrawals } from './withdrawals/withdrawal-refunds.ts';

/** The cents that a payer has back: of refunds that did not fail, and of lost disputes. */
export const returnedBy = ({ amountOrdered, amountFailed, amountLost }: PaymentReversal): number =>
  amountOrdered - amountFailed + amountLost;

/** Records a reversal (`settleReversal`) in a transaction of its own, and logs when a dispute begins. */
export async function enterReversal(
  { db, logger }: Pick<PaymentDeps, 'db' | 'logger'>,
  sessionId: string,
  reversal: PaymentReversal,
): Promise<void> {
  const before = await db.$transaction((tx) => settleReversal(tx, sessionId, reversal), lockTimeouts);
  if (reversal.disputed && !before.disputed)
    logger.warn({ sessionId }, 'a payment is disputed: its refunds wait until that is decided');
}

/**
 * Records a reversal in a paid purchase, its withdrawals and the ledger, inside the caller's transaction: takes back the
 * credits of what was refunded or lost to disputes, and gives back those of refunds that failed. The totals of all
 * refunds, of failed ones and of lost disputes only grow, so a stale answer of the provider takes and gives nothing.
 * Returns the purchase as it was before.
 */
export async function settleReversal(
  tx: Tx,
  sessionId: string,
  reversal: PaymentReversal,
): Promise<Purchase> {
  const before = await lockPurchase(tx, sessionId);
  const { userId, amountReturnedByHand } = before;
  const other = before.amountLost + amountReturnedByHand;
  const ordered = before.amountRefunded - other + before.amountRefundFailed;
  const amountRefundFailed = Math.max(before.amountRefundFailed, reversal.amountFailed);
  const standing = Math.max(ordered, reversal.amountOrdered) - amountRefundFailed;
  const amountLost = Math.max(before.amountLost, reversal.amountLost);
  const purchase = await tx.purchase.update({
    where: { sessionId },
    data: {
      amountRefunded: Math.max(0, standing) + amountLost + amountReturnedByHand,
      amountRefundFailed,
      amountLost,
      disputed: reversal.disputed,
      // Its amount is known now.
      disputeLost: before.disputeLost && amountLost === 0,
    },
  });
  await settleWithdrawals(tx, purchase, reversal);
  // The credits of an open withdrawal are taken, and its money is still to follow: beside what was returned so far.
  const open = await openAmount(tx, sessionId);
  const total = reversedCredits({ ...purchase, amountRefunded: purchase.amountRefunded + open });
  const claim = { userId, reference: sessionId, total };
  if (amountRefundFailed > before.amountRefundFailed || before.disputeLost) await releaseClaim(tx, claim);
  if (purchase.amountRefunded > 0 || purchase.disputeLost) await clawBack(tx, claim);
  // Published even if no credit moved: a user without a standing purchase sees watermarks again.
  if (
    purchase.amountRefunded !== before.amountRefunded ||
    purchase.amountRefundFailed !== before.amountRefundFailed ||
    purchase.disputeLost !== before.disputeLost
  )
    await publish(tx, { userId, topic: 'balance', id: userId });
  return before;
}

/** The number of credits that correspond to what was returned so far: its share of what was paid, rounded down. */
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
