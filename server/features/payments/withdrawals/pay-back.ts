import type { Withdrawal } from '#server/generated/prisma/client.ts';
import { maxRefundFailures, PaymentProviderError } from '#server/providers/payments/types.ts';
import { type PaymentDeps, requirePayments } from '../deps.ts';
import { enterReversal } from '../reversal.ts';

/** The maximum number of refunds per run of the sweep. */
const perRun = 50;

/**
 * Refunds the money of a withdrawal exactly once, however often and from wherever it is called, and records it. A refund
 * that failed is replaced once (`maxRefundFailures`). Does not refund what the payer's bank has already taken back, nor
 * anything while a dispute is open: then it leaves the withdrawal as it is. Throws PaymentProviderError; AppError
 * `payments_unavailable`.
 */
export async function payBack(deps: PaymentDeps, { id, sessionId, amount }: Withdrawal): Promise<void> {
  const payments = requirePayments(deps);
  const { paymentIntentId } = await deps.db.purchase.findUniqueOrThrow({ where: { sessionId } });
  if (!paymentIntentId) throw new TypeError(`withdrawal ${id} is from a purchase that cost nothing`);
  const { disputed } = await payments.readReversal(paymentIntentId);
  if (!disputed) await payments.refundPayment({ paymentIntentId, amount, key: id });
  await enterReversal(deps, sessionId, await payments.readReversal(paymentIntentId));
}

/**
 * Retries the outstanding refunds of withdrawals, those not tried for longest first. Logs refunds that fail and leaves
 * them to a later run: none keeps the others waiting. Only an outage of the provider ends a run. Does nothing if
 * payments are disabled.
 */
export async function payBackWithdrawals(deps: PaymentDeps, signal?: AbortSignal): Promise<void> {
  if (!deps.payments) return;
  const open = await deps.db.withdrawal.findMany({
    where: { refundedAt: null, refundFailures: { lt: maxRefundFailures } },
    orderBy: [{ attemptedAt: { sort: 'asc', nulls: 'first' } }, { createdAt: 'asc' }],
    take: perRun,
  });
  for (const withdrawal of open) {
    signal?.throwIfAborted();
    const { id } = withdrawal;
    try {
      await payBack(deps, withdrawal);
    } catch (error) {
      deps.logger.error({ err: error, withdrawalId: id }, 'a withdrawal could not be refunded');
      if (error instanceof PaymentProviderError && error.outage) return;
    }
    await deps.db.withdrawal.updateMany({ where: { id }, data: { attemptedAt: new Date() } });
  }
}
