import type { PaymentDeps } from './deps.ts';
import { fulfil } from './fulfil.ts';
import { refundWhole } from './nobody.ts';
import { enterReversal } from './reversal.ts';

/**
 * What comes before an account is erased: closes its open checkouts at the provider, so that nobody can pay in them any
 * more, and refunds what was paid since the erasure was due. A payment that is still on its way stays an open purchase,
 * which `fulfil` refunds when it arrives. Idempotent. Throws PaymentProviderError.
 */
export async function endPurchases(deps: PaymentDeps, userId: string): Promise<void> {
  const { db, payments } = deps;
  const open = { userId, status: 'open' };
  if (!payments) {
    await db.purchase.updateMany({ where: open, data: { status: 'expired' } });
    return;
  }
  for (const { sessionId } of await db.purchase.findMany({ where: open })) {
    await payments.expireCheckout(sessionId);
    // The provider knows of no such session: it can't be paid.
    if (!(await fulfil(deps, sessionId)))
      await db.purchase.deleteMany({ where: { sessionId, status: 'open' } });
  }
  const user = await db.user.findUnique({ where: { id: userId }, select: { deletionAt: true } });
  if (!user?.deletionAt) return;
  const late = await db.purchase.findMany({
    where: { userId, status: 'paid', paidAt: { gte: user.deletionAt } },
  });
  for (const purchase of late) {
    await refundWhole(deps, purchase);
    const { sessionId, paymentIntentId } = purchase;
    if (paymentIntentId) await enterReversal(deps, sessionId, await payments.readReversal(paymentIntentId));
  }
}
