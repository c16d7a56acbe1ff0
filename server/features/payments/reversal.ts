import type { Purchase } from '../../generated/prisma/client.ts';
import type { Tx } from '../../platform/db.ts';
import { publish } from '../../platform/events.ts';
import type { PaymentReversal } from '../../providers/payments/types.ts';
import { clawBack } from '../credits/ledger.ts';
import { lockPurchase } from './purchases.ts';

/**
 * Records a reversal in a paid purchase and the ledger, inside the caller's transaction. Totals only grow, so a stale
 * answer of the provider changes nothing.
 */
export async function settleReversal(tx: Tx, sessionId: string, reversal: PaymentReversal): Promise<void> {
  const before = await lockPurchase(tx, sessionId);
  const amountRefunded = Math.max(before.amountRefunded, reversal.amountRefunded);
  const disputeLost = before.disputeLost || reversal.disputeLost;
  if (amountRefunded === 0 && !disputeLost) return;
  const purchase = await tx.purchase.update({
    where: { sessionId },
    data: { amountRefunded, disputeLost },
  });
  const { userId } = purchase;
  await clawBack(tx, { userId, reference: sessionId, total: reversedCredits(purchase) });
  // Published even if no credit moved: a user without a standing purchase sees watermarks again.
  if (amountRefunded !== before.amountRefunded || disputeLost !== before.disputeLost)
    await publish(tx, { userId, topic: 'balance', id: userId });
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
