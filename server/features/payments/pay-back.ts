import type { Withdrawal } from '../../generated/prisma/client.ts';
import { lockTimeouts, type PaymentDeps, requirePayments } from './deps.ts';
import { lockPurchase } from './purchases.ts';
import { settleReversal } from './reversal.ts';

/** The maximum number of refunds per run of the sweep. */
const perRun = 50;

/**
 * Refunds the money of a withdrawal exactly once, however often and from wherever it is called, and records it. Does
 * not refund what the payer's bank has already taken back. Throws PaymentProviderError; AppError
 * `payments_unavailable`.
 */
export async function payBack(deps: PaymentDeps, { id, sessionId, amount }: Withdrawal): Promise<void> {
  const payments = requirePayments(deps);
  const { paymentIntentId } = await deps.db.purchase.findUniqueOrThrow({ where: { sessionId } });
  if (!paymentIntentId) throw new TypeError(`withdrawal ${id} is from a purchase that cost nothing`);
  const { disputeLost } = await payments.readReversal(paymentIntentId);
  const order = { paymentIntentId, amount, key: id };
  const refundId = disputeLost ? null : await payments.refundPayment(order);
  const reversal = await payments.readReversal(paymentIntentId);
  await deps.db.$transaction(async (tx) => {
    await lockPurchase(tx, sessionId);
    await tx.withdrawal.updateMany({
      where: { id, refundedAt: null },
      data: { refundId, refundedAt: new Date() },
    });
    await settleReversal(tx, sessionId, reversal);
  }, lockTimeouts);
}

/**
 * Retries the outstanding refunds of withdrawals, oldest first. Logs refunds that fail, for whatever reason, and leaves
 * them to the next run: none keeps the others waiting. Does nothing if payments are disabled.
 */
export async function payBackWithdrawals(deps: PaymentDeps): Promise<void> {
  if (!deps.payments) return;
  const open = await deps.db.withdrawal.findMany({
    where: { refundedAt: null },
    orderBy: { createdAt: 'asc' },
    take: perRun,
  });
  for (const withdrawal of open) {
    await payBack(deps, withdrawal).catch((error: unknown) => {
      deps.logger.error({ err: error, withdrawalId: withdrawal.id }, 'a withdrawal could not be refunded');
    });
  }
}
