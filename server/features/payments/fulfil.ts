import { currency } from '#shared/packages.ts';
import type { Purchase } from '#server/generated/prisma/client.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { publish } from '#server/platform/database/events.ts';
import type { CheckoutState, PaymentReversal } from '#server/providers/payments/types.ts';
import { grant } from '../credits/ledger.ts';
import { lockTimeouts, type PaymentDeps, requirePayments } from './deps.ts';
import { isErased, refundWhole } from './nobody.ts';
import { adoptPurchase, lockPurchase } from './purchases.ts';
import { returnedBy, settleReversal } from './reversal.ts';

/**
 * Updates a purchase to the provider's current state of its session, and credits it, once, if it is paid. This is the
 * only way to bought credits, for the webhook, the success page and the sweep alike. Idempotent and safe to run
 * concurrently. Returns the resulting purchase; null for a session that is unknown, not ours, or not `onlyFor`'s. A
 * session that contradicts our row is never credited. Throws PaymentProviderError; AppError `payments_unavailable`.
 */
export async function fulfil(
  deps: PaymentDeps,
  sessionId: string,
  onlyFor?: string,
): Promise<Purchase | null> {
  const payments = requirePayments(deps);
  const known = await deps.db.purchase.findUnique({ where: { sessionId } });
  if (onlyFor !== undefined && known && known.userId !== onlyFor) return null;
  // Credits are final; only a reversal can follow, which is handled separately.
  if (known?.status === 'paid') return known;
  const state = await payments.readCheckout(sessionId);
  if (!state || (onlyFor !== undefined && !known && state.userId !== onlyFor)) return null;
  const purchase = known ?? (await adoptPurchase(deps.db, state));
  if (!purchase) return null;
  if (!isSettled(state)) return close(deps, purchase, state);
  const { paymentIntentId, amountTotal } = state;
  // The provider knows an erased person by the former id.
  if (state.userId !== purchase.userId && (await isErased(deps.db, purchase.userId)))
    await refundWhole(deps, { sessionId, paymentIntentId, amountPaid: amountTotal });
  // Read before the transaction, which must not wait for the network. Later refunds arrive as messages of their own.
  const reversal = paymentIntentId ? await payments.readReversal(paymentIntentId) : null;
  const faults = mismatches(purchase, state);
  if (faults.length > 0) return refuse(deps, purchase, { faults, state, reversal });
  return deps.db.$transaction((tx) => credit(deps.queue, tx, state, reversal), lockTimeouts);
}

/** Complete, and either paid or free of charge; not while a delayed payment is outstanding. */
export function isSettled({ status, paymentStatus }: CheckoutState): boolean {
  return status === 'complete' && paymentStatus !== 'unpaid';
}

/** Records that a session expired, failed or is still open. */
async function close({ db }: PaymentDeps, purchase: Purchase, state: CheckoutState): Promise<Purchase> {
  const status = state.status === 'expired' ? 'expired' : state.paymentFailed ? 'failed' : 'open';
  // `paid` is final: a stale read must not undo it.
  await db.purchase.updateMany({
    where: { sessionId: purchase.sessionId, status: { notIn: ['paid', status] } },
    data: { status },
  });
  return db.purchase.findUniqueOrThrow({ where: { sessionId: purchase.sessionId } });
}

/**
 * Records that a paid session is not what was offered, for an operator to look at; closes the purchase once they have
 * refunded all of it.
 */
async function refuse(
  { db, logger }: PaymentDeps,
  { sessionId }: Purchase,
  { faults, state, reversal }: { faults: string[]; state: CheckoutState; reversal: PaymentReversal | null },
): Promise<Purchase> {
  const returned = reversal ? returnedBy(reversal) : 0;
  const isReturned = returned > 0 && returned >= (state.amountTotal ?? Infinity);
  if (!isReturned)
    logger.error({ sessionId, faults }, 'a paid session does not match its purchase: not credited');
  await db.purchase.updateMany({
    where: { sessionId, status: { not: 'paid' } },
    data: isReturned ? { status: 'failed', mismatch: null } : { mismatch: faults.join(',') },
  });
  return db.purchase.findUniqueOrThrow({ where: { sessionId } });
}

/** The names of the properties in which a paid session differs from our offer; empty if it matches. */
export function mismatches(purchase: Purchase, state: CheckoutState): string[] {
  const { amountSubtotal, amountTotal } = state;
  const checks: Record<string, boolean> = {
    user: state.userId === purchase.userId,
    package: state.packageId === purchase.packageId,
    subtotal: amountSubtotal === purchase.price,
    total: amountTotal !== null && amountTotal >= 0 && amountTotal <= purchase.price,
    // With nothing to pay the provider may omit the currency, and there is no payment.
    currency: state.currency === currency || (state.currency === null && amountTotal === 0),
    payment: state.paymentStatus === 'paid' || amountTotal === 0,
  };
  return Object.keys(checks).filter((name) => !checks[name]);
}

async function credit(
  queue: JobQueue,
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
        mismatch: null,
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
