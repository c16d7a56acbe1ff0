import { maxRefundFailures } from '#server/providers/payments/types.ts';
import type { Db } from '#server/platform/database/db.ts';

interface StuckMoney {
  kind: 'purchase' | 'withdrawal';
  id: string;
  userId: string;
  status: string;
  since: Date;
  why: string;
}

/** Withdrawals without their refund and purchases that can't be settled since that time (Unix milliseconds), and why. */
export async function stuckMoney({ db }: { db: Db }, since: number): Promise<StuckMoney[]> {
  const before = new Date(since);
  const withdrawals = await db.withdrawal.findMany({
    where: {
      refundedAt: null,
      OR: [{ createdAt: { lt: before } }, { refundFailures: { gte: maxRefundFailures } }],
    },
    orderBy: { createdAt: 'asc' },
    include: { purchase: { select: { disputed: true } } },
  });
  const purchases = await db.purchase.findMany({
    where: {
      OR: [{ mismatch: { not: null }, status: { not: 'paid' } }, { failingSince: { lt: before } }],
    },
    orderBy: { createdAt: 'asc' },
  });
  return [
    ...withdrawals.map(({ id, userId, createdAt, refundFailures, amount, purchase }) => ({
      kind: 'withdrawal' as const,
      id,
      userId,
      status: 'open',
      since: createdAt,
      why:
        refundFailures >= maxRefundFailures
          ? `its refunds of ${amount} cents failed ${refundFailures} times: return the money in another way`
          : purchase.disputed
            ? `${amount} cents wait: the payment is disputed, and can be refunded once that is decided`
            : `${amount} cents are not refunded yet: the log says why, and the next sweep tries again`,
    })),
    ...purchases.map(({ sessionId, userId, status, createdAt, mismatch }) => ({
      kind: 'purchase' as const,
      id: sessionId,
      userId,
      status,
      since: createdAt,
      why:
        mismatch === null
          ? 'it can’t be checked with the provider: the log says why'
          : `it was paid, but differs from the offer in: ${mismatch}`,
    })),
  ];
}
