import type { Purchase } from '#server/generated/prisma/client.ts';
import type { Db } from '#server/platform/database/db.ts';
import { erasedKeyPrefix } from '#server/platform/ids.ts';
import { type PaymentDeps, requirePayments } from './deps.ts';

/** True if the person has been erased, and the row stands for nobody. */
export async function isErased(db: Db, userId: string): Promise<boolean> {
  const where = { id: userId, emailKey: { startsWith: erasedKeyPrefix } };
  return (await db.user.count({ where })) > 0;
}

/** Refunds all that is left of a payment that nobody can use, once. Throws PaymentProviderError. */
export async function refundWhole(
  deps: PaymentDeps,
  { sessionId, paymentIntentId, amountPaid }: Pick<Purchase, 'sessionId' | 'paymentIntentId' | 'amountPaid'>,
): Promise<void> {
  if (!paymentIntentId || !amountPaid) return;
  await requirePayments(deps).refundPayment({
    paymentIntentId,
    amount: amountPaid,
    key: `erased-${sessionId}`,
  });
  deps.logger.warn({ sessionId }, 'a payment of an erased account is refunded');
}
