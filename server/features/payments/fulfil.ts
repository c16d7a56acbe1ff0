import type { PgBoss } from 'pg-boss';
import { currency } from '../../../shared/packages.ts';
import type { Purchase } from '../../generated/prisma/client.ts';
import type { Tx } from '../../platform/db.ts';
import { enqueue } from '../../platform/queue.ts';
import { publish } from '../../platform/events.ts';
import type { CheckoutState, PaymentReversal } from '../../providers/payments/types.ts';
import { grant } from '../credits/ledger.ts';
import { patience, type PaymentDeps, requirePayments } from './deps.ts';
import { adoptPurchase, lockPurchase } from './purchases.ts';
import { settleReversal } from './reversal.ts';

/**
 * Brings a purchase to what the provider says of its session now, and credits it, once, if it is paid: the only way to
 * bought credits, for the webhook, the success page and the sweep alike. May run any number of times, also at once.
 * Returns the purchase as it stands then; null for a session that is unknown, not ours, or not `onlyFor`'s. A session
 * that does not agree with our row is never credited. Throws PaymentProviderError; AppError `payments_unavailable`.
 */
export async function fulfil(
  deps: PaymentDeps,
  sessionId: string,
  onlyFor?: string,
): Promise<Purchase | null> {
  const payments = requirePayments(deps);
  const known = await deps.db.purchase.findUnique({ where: { sessionId } });
  if (onlyFor !== undefined && known && known.userId !== onlyFor) return null;
  // Credited for good: what may still come is a reversal, and that has a way of its own.
  if (known?.status === 'paid') return known;
  const state = await payments.readCheckout(sessionId);
  if (!state || (onlyFor !== undefined && !known && state.userId !== onlyFor)) return null;
  const purchase = known ?? (await adoptPurchase(deps.db, state));
  if (!purchase) return null;
  if (!isSettled(state)) return close(deps, purchase, state);
  const faults = disagreements(purchase, state);
  if (faults.length > 0) {
    deps.logger.error({ sessionId, faults }, 'a paid session does not agree with its purchase: not credited');
    return purchase;
  }
  // Before the transaction, which must not wait for the network. What is refunded from here on tells us itself.
  const reversal = state.paymentIntentId ? await payments.readReversal(state.paymentIntentId) : null;
  return deps.db.$transaction((tx) => credit(deps.queue, tx, state, reversal), patience);
}

/** Complete, and paid or free of charge: a delayed payment that has not arrived is neither. */
export function isSettled({ status, paymentStatus }: CheckoutState): boolean {
  return status === 'complete' && paymentStatus !== 'unpaid';
}

/** What the provider says of a session that ended, or goes on, without a payment. */
async function close({ db }: PaymentDeps, purchase: Purchase, state: CheckoutState): Promise<Purchase> {
  const status = state.status === 'expired' ? 'expired' : state.paymentFailed ? 'failed' : 'open';
  // `paid` is final: a slower reader must not undo it.
  await db.purchase.updateMany({
    where: { sessionId: purchase.sessionId, status: { notIn: ['paid', status] } },
    data: { status },
  });
  return db.purchase.findUniqueOrThrow({ where: { sessionId: purchase.sessionId } });
}

/** In what a paid session differs from what we offered, by name; empty if in nothing. */
export function disagreements(purchase: Purchase, state: CheckoutState): string[] {
  const { amountSubtotal, amountTotal } = state;
  const checks: Record<string, boolean> = {
    user: state.userId === purchase.userId,
    package: state.packageId === purchase.packageId,
    subtotal: amountSubtotal === purchase.price,
    total: amountTotal !== null && amountTotal >= 0 && amountTotal <= purchase.price,
    // With nothing to pay the provider may leave the currency out, and there is no payment.
    currency: state.currency === currency || (state.currency === null && amountTotal === 0),
    payment: state.paymentStatus === 'paid' || amountTotal === 0,
  };
  return Object.keys(checks).filter((name) => !checks[name]);
}

async function credit(
  queue: PgBoss,
  tx: Tx,
  state: CheckoutState,
  reversal: PaymentReversal | null,
): Promise<Purchase> {
  const { sessionId, userId, credits, status } = await lockPurchase(tx, state.id);
  if (status !== 'paid') {
    await tx.purchase.update({
      where: { sessionId },
      data: {
        status: 'paid',
        paidAt: new Date(),
        amountPaid: state.amountTotal ?? 0,
        paymentIntentId: state.paymentIntentId,
      },
    });
    await grant(tx, { userId, amount: credits, reference: sessionId });
    await publish(tx, { userId, topic: 'balance', id: userId });
    await publish(tx, { userId, topic: 'purchase', id: userId });
    await enqueue(queue, tx, 'purchase-mail', { sessionId }, { key: sessionId });
  }
  if (reversal) await settleReversal(tx, sessionId, reversal);
  return tx.purchase.findUniqueOrThrow({ where: { sessionId } });
}
