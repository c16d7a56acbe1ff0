import { isPackageId } from '#shared/packages.ts';
import type { Purchase } from '#server/generated/prisma/client.ts';
import { erasedKeyPrefix } from '#server/platform/ids.ts';
import type { CheckoutState } from '#server/providers/payments/types.ts';
import { creditedPurchases, ledgerDifferences, readLot } from '#server/features/credits/reconcile.ts';
import { type PaymentDeps, requirePayments } from '../deps.ts';
import { mismatches, isSettled } from '../fulfil.ts';
import { returnedBy, reversedCredits } from '../reversal.ts';
import { openAmount } from '../withdrawals/withdrawal-refunds.ts';

type ReconcileDeps = Omit<PaymentDeps, 'queue'>;

/**
 * Compares the ledger, the cached balances, the purchases and the provider's sessions, and yields a description of each
 * difference. Changes nothing. Work in flight may show up as a difference: only those that persist matter. Throws
 * PaymentProviderError; AppError `payments_unavailable` if there is no provider to compare with.
 */
export async function* differences(deps: ReconcileDeps): AsyncGenerator<string, void, undefined> {
  yield* ledgerDifferences(deps.db);
  const purchases = await deps.db.purchase.findMany({ orderBy: { createdAt: 'asc' } });
  yield* ledgerAgainstPurchases(deps, purchases);
  yield* providerAgainstPurchases(deps, purchases);
  for (const purchase of purchases) yield* reversalDifferences(deps, purchase);
}

async function* ledgerAgainstPurchases({ db }: ReconcileDeps, purchases: Purchase[]) {
  const credited = new Map((await creditedPurchases(db)).map((entry) => [entry.reference, entry]));
  for (const { sessionId, userId, credits, status } of purchases) {
    const entry = credited.get(sessionId);
    credited.delete(sessionId);
    if (status === 'paid' && !entry) yield `${sessionId}: paid, but not in the ledger`;
    if (status !== 'paid' && entry) yield `${sessionId}: in the ledger, but ${status}`;
    if (entry && (entry.credits !== credits || entry.userId !== userId))
      yield `${sessionId}: the ledger gave ${entry.credits} credits to ${entry.userId}, it sold ${credits} to ${userId}`;
  }
  for (const sessionId of credited.keys()) yield `${sessionId}: in the ledger, but never sold`;
}

async function* providerAgainstPurchases(deps: ReconcileDeps, purchases: Purchase[]) {
  const unseen = new Map(purchases.map((purchase) => [purchase.sessionId, purchase]));
  // There are no purchases older than the first user.
  const { _min } = await deps.db.user.aggregate({ _min: { createdAt: true } });
  if (!_min.createdAt) return;
  const nobody = { where: { emailKey: { startsWith: erasedKeyPrefix } }, select: { id: true } };
  const erased = new Set((await deps.db.user.findMany(nobody)).map(({ id }) => id));
  for await (const state of requirePayments(deps).listCheckouts(_min.createdAt)) {
    const purchase = unseen.get(state.id);
    unseen.delete(state.id);
    if (purchase?.status === 'failed' && isSettled(state)) {
      // Not credited, and refunded: as it should be.
      if ((await keptOf(deps, state)) > 0) yield `${state.id}: paid at the provider, failed here`;
    } else if (purchase) yield* sessionDifferences(purchase, state, erased.has(purchase.userId));
    else if (isSettled(state)) yield* unknownPayment(deps, state);
  }
  for (const sessionId of unseen.keys()) yield `${sessionId}: sold here, unknown to the provider`;
}

/** A payment for one of our packages that is not in the books, unless it was returned. */
async function* unknownPayment(
  deps: ReconcileDeps,
  state: CheckoutState,
): AsyncGenerator<string, void, undefined> {
  const { id, userId, packageId } = state;
  if (!isPackageId(packageId)) return;
  const isKnown = userId !== null && (await deps.db.user.count({ where: { id: userId } })) > 0;
  if (isKnown) return yield `${id}: paid by user ${userId} at the provider, unknown here`;
  const kept = await keptOf(deps, state);
  if (kept > 0) yield `${id}: ${kept} cents that nobody here has paid are kept at the provider`;
}

/** The cents of a payment that were not returned. */
async function keptOf(deps: ReconcileDeps, { paymentIntentId, amountTotal }: CheckoutState): Promise<number> {
  if (!paymentIntentId) return 0;
  return (amountTotal ?? 0) - returnedBy(await requirePayments(deps).readReversal(paymentIntentId));
}

function* sessionDifferences(purchase: Purchase, state: CheckoutState, erased: boolean) {
  const { sessionId, status, amountPaid } = purchase;
  const paidHere = status === 'paid';
  if (isSettled(state) && !paidHere) yield `${sessionId}: paid at the provider, ${status} here`;
  if (!isSettled(state) && paidHere) yield `${sessionId}: paid here, not paid at the provider`;
  if (!isSettled(state)) return;
  // The provider still knows an erased user by the former id.
  const agreed = erased ? { ...state, userId: purchase.userId } : state;
  for (const name of mismatches(purchase, agreed)) yield `${sessionId}: the ${name} is not what was offered`;
  if (paidHere && amountPaid !== state.amountTotal)
    yield `${sessionId}: ${amountPaid} cents here, ${state.amountTotal} at the provider`;
}

async function* reversalDifferences(deps: ReconcileDeps, purchase: Purchase) {
  const { sessionId, userId, status, paymentIntentId, amountRefunded, amountLost } = purchase;
  if (status !== 'paid' || !paymentIntentId) return;
  const said = await requirePayments(deps).readReversal(paymentIntentId);
  const open = await openAmount(deps.db, sessionId);
  if (open > 0) yield `${sessionId}: ${open} cents of a withdrawal are not paid back yet`;
  const saidRefunded = said.amountOrdered - said.amountFailed;
  const refundedThere = amountRefunded - amountLost - purchase.amountReturnedByHand;
  if (saidRefunded !== refundedThere)
    yield `${sessionId}: ${refundedThere} cents refunded here, ${saidRefunded} at the provider`;
  if (said.amountLost !== amountLost)
    yield `${sessionId}: ${amountLost} cents lost to disputes here, ${said.amountLost} at the provider`;
  const { unspent, takenBack } = await readLot(deps.db, userId, sessionId);
  // A withdrawal takes the credits immediately; the money follows.
  const returned = { ...purchase, amountRefunded: amountRefunded + open };
  const owed = reversedCredits(returned) - takenBack;
  if (owed < 0) yield `${sessionId}: ${-owed} credits too many were taken back`;
  if (Math.min(owed, unspent) > 0)
    yield `${sessionId}: ${Math.min(owed, unspent)} of its credits still to be taken back`;
}
