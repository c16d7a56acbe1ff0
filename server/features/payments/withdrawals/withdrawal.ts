import type { Language } from '#shared/languages.ts';
import { withdrawalDays } from '#shared/withdrawal.ts';
import type { Purchase, Withdrawal } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { publish } from '#server/platform/database/events.ts';
import { createId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { takeUnspent } from '#server/features/credits/ledger.ts';
import type { LotEntry } from '#server/features/credits/lots.ts';
import { entriesOf, previewTaking } from '#server/features/credits/reconcile.ts';
import { deliveredBy } from '../clean-delivery.ts';
import { lockTimeouts, type PaymentDeps } from '../deps.ts';
import { payBack } from './pay-back.ts';
import { lockPurchase } from '../purchases.ts';
import { milliseconds } from '#shared/durations.ts';

/**
 * True for a paid purchase within the withdrawal period and with money left to refund. Allows one day more than stated:
 * the 14 days end at a midnight in the buyer's unknown time zone.
 */
function isWithdrawable(purchase: Purchase, now = Date.now()): boolean {
  const { status, paidAt, paymentIntentId, disputeLost, amountRefunded } = purchase;
  if (status !== 'paid' || !paidAt || !paymentIntentId || disputeLost) return false;
  const last = paidAt.getTime() + (withdrawalDays + 1) * milliseconds.day;
  return now < last && amountRefunded < (purchase.amountPaid ?? 0);
}

/** The withdrawal that is being paid back, if there is one. */
export const openWithdrawal = ({ withdrawals }: { withdrawals: readonly Withdrawal[] }) =>
  withdrawals.find(({ refundedAt }) => refundedAt === null);

/**
 * How many credits of a purchase can be withdrawn now, none while an earlier withdrawal is being paid back; and how many
 * then count as used because it gave access to videos that were delivered without the watermark. `readEntries` reads the
 * ledger of the purchase's user.
 */
export async function withdrawableCredits(
  db: Db,
  purchase: Purchase & { withdrawals: Withdrawal[] },
  readEntries: () => Promise<LotEntry[]> = () => entriesOf(db, purchase.userId),
): Promise<{ taken: number; used: number }> {
  if (openWithdrawal(purchase) || !isWithdrawable(purchase)) return { taken: 0, used: 0 };
  const { sessionId: reference } = purchase;
  return previewTaking(await readEntries(), { reference, unlocked: await deliveredBy(db, purchase) });
}

/**
 * The worth of a number of credits of a purchase, in cents: their share of what was paid, rounded up, but no more than
 * has not been refunded yet.
 */
export function worthOf(
  { credits, amountPaid, amountRefunded }: Pick<Purchase, 'credits' | 'amountPaid' | 'amountRefunded'>,
  unspent: number,
): number {
  const paid = amountPaid ?? 0;
  return Math.min(Math.ceil((paid * unspent) / credits), paid - amountRefunded);
}

/**
 * Withdraws from the unused part of a purchase. In one transaction, counts what it unlocked as used, takes its other
 * credits back, records the amount to
 * refund and enqueues the confirmation mail; then refunds the money, immediately or, if the provider is unavailable,
 * with the next sweep. Throws AppError `withdrawal_not_possible` if the purchase is not the user's, has nothing unused
 * or is past its withdrawal period, or if another withdrawal is still being paid back.
 */
export async function withdraw(
  deps: PaymentDeps,
  { userId, sessionId, language }: { userId: string; sessionId: string; language: Language },
): Promise<Withdrawal> {
  const order = { userId, sessionId, language };
  const made = await deps.db.$transaction((tx) => declare(deps.queue, tx, order), lockTimeouts);
  // The withdrawal is declared even if the refund fails now: the sweep retries it.
  await payBack(deps, made).catch((error: unknown) => {
    deps.logger.warn({ err: error, withdrawalId: made.id }, 'a withdrawal will be refunded later');
  });
  return made;
}

async function declare(
  queue: JobQueue,
  tx: Tx,
  { userId, sessionId, language }: { userId: string; sessionId: string; language: Language },
): Promise<Withdrawal> {
  const refusal = new AppError('withdrawal_not_possible');
  if ((await tx.purchase.count({ where: { sessionId, userId } })) === 0) throw refusal;
  const purchase = await lockPurchase(tx, sessionId);
  const open = await tx.withdrawal.count({ where: { sessionId, refundedAt: null } });
  if (open > 0 || !isWithdrawable(purchase)) throw refusal;
  const unlocked = await deliveredBy(tx, purchase);
  const credits = await takeUnspent(tx, { userId, reference: sessionId, unlocked });
  if (credits === 0) throw refusal;
  const amount = worthOf(purchase, credits);
  const made = await tx.withdrawal.create({
    data: { id: createId(), sessionId, userId, credits, amount, language },
  });
  await publish(tx, { userId, topic: 'balance', id: userId });
  const mail = { sessionId, withdrawalId: made.id };
  await enqueue(queue, tx, 'purchase-mail', mail, { key: made.id });
  return made;
}
