import type { PaymentEvent } from '#server/providers/payments/types.ts';
import { type PaymentDeps, requirePayments } from './deps.ts';
import { fulfil } from './fulfil.ts';
import { enterReversal } from './reversal.ts';

/**
 * Handles a message from the payment provider by re-reading the object it is about. Throws if that fails, so that the
 * provider sends the message again: PaymentProviderError, AppError `payments_unavailable`, or the database's error.
 */
export async function handlePaymentEvent(deps: PaymentDeps, hint: PaymentEvent): Promise<void> {
  if (hint.kind === 'checkout') await fulfil(deps, hint.sessionId);
  else if (hint.kind === 'reversal') await applyReversal(deps, hint.paymentIntentId);
  else deps.logger.debug({ type: hint.type }, 'a message of the payment provider is of no concern');
}

/**
 * Re-reads how much of a payment was refunded or lost to a dispute, and takes back its unspent credits accordingly.
 * Idempotent and independent of order, because it works with totals. Fulfils the purchase first if the message about
 * the refund arrives before that about the payment. Ignores payments that are not ours. Throws PaymentProviderError;
 * AppError `payments_unavailable`.
 */
export async function applyReversal(deps: PaymentDeps, paymentIntentId: string): Promise<void> {
  const payments = requirePayments(deps);
  const sessionId = await sessionOf(deps, paymentIntentId);
  if (!sessionId) return;
  const reversal = await payments.readReversal(paymentIntentId);
  await enterReversal(deps, sessionId, reversal);
}

async function sessionOf(deps: PaymentDeps, paymentIntentId: string): Promise<string | null> {
  const purchase = await deps.db.purchase.findUnique({ where: { paymentIntentId } });
  if (purchase) return purchase.sessionId;
  const state = await requirePayments(deps).findCheckout(paymentIntentId);
  const fulfilled = state && (await fulfil(deps, state.id));
  return fulfilled?.status === 'paid' ? fulfilled.sessionId : null;
}
