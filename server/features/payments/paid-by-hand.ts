import type { Withdrawal } from '#server/generated/prisma/client.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { lockPurchase } from './purchases.ts';
import { byHand } from './withdrawals/withdrawal-refunds.ts';

/**
 * Records, in the caller's transaction, that an operator has returned the money of a withdrawal in another way, because
 * its refunds failed. Returns false, without any effect, if it is not open any more.
 */
export async function recordPaidByHand(
  tx: Tx,
  { id, sessionId, amount }: Pick<Withdrawal, 'id' | 'sessionId' | 'amount'>,
): Promise<boolean> {
  await lockPurchase(tx, sessionId);
  const { count } = await tx.withdrawal.updateMany({
    where: { id, refundedAt: null, refundFailures: { gt: 0 } },
    data: { refundId: byHand, refundedAt: new Date() },
  });
  if (count === 0) return false;
  await tx.purchase.update({
    where: { sessionId },
    data: { amountRefunded: { increment: amount }, amountReturnedByHand: { increment: amount } },
  });
  return true;
}
