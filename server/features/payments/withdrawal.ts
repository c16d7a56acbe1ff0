import type { PgBoss } from 'pg-boss';
import type { Language } from '../../../shared/languages.ts';
import { withdrawalDays } from '../../../shared/withdrawal.ts';
import type { Purchase, Withdrawal } from '../../generated/prisma/client.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { publish } from '../../platform/events.ts';
import { createId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/queue.ts';
import { takeUnspent } from '../credits/ledger.ts';
import { patience, type PaymentDeps } from './deps.ts';
import { payBack } from './pay-back.ts';
import { lockPurchase } from './purchases.ts';

const day = 86_400_000;

/**
 * True for a paid purchase within its time, with money that can go back. A day longer than it says: 14 days from the day of the
 * purchase on are over at a midnight that nobody here knows.
 */
export function isWithdrawable(purchase: Purchase, now = Date.now()): boolean {
  const { status, paidAt, paymentIntentId, disputeLost, amountRefunded } = purchase;
  if (status !== 'paid' || !paidAt || !paymentIntentId || disputeLost) return false;
  const last = paidAt.getTime() + (withdrawalDays + 1) * day;
  return now < last && amountRefunded < (purchase.amountPaid ?? 0);
}

/** What so many credits of a purchase are worth, in cents: their share of what was paid, rounded up, and no more than is left. */
export function worthOf(
  { credits, amountPaid, amountRefunded }: Pick<Purchase, 'credits' | 'amountPaid' | 'amountRefunded'>,
  unspent: number,
): number {
  const paid = amountPaid ?? 0;
  return Math.min(Math.ceil((paid * unspent) / credits), paid - amountRefunded);
}

/**
 * Withdraws from what is unused of a purchase: takes its credits back, notes what is to be paid back, and has the receipt
 * mailed, all in one transaction; then gives the money back, now or, where the provider is away, as soon as the sweep reaches it. Throws AppError
 * `withdrawal_not_possible` where it is not the user's, nothing of it is unused, its time is over, or another withdrawal is still being paid back.
 */
export async function withdraw(
  deps: PaymentDeps,
  { userId, sessionId, language }: { userId: string; sessionId: string; language: Language },
): Promise<Withdrawal> {
  const order = { userId, sessionId, language };
  const made = await deps.db.$transaction((tx) => declare(deps.queue, tx, order), patience);
  // It is declared, whatever happens to the money now: the sweep sees to that.
  await payBack(deps, made).catch((error: unknown) => {
    deps.logger.warn({ err: error, withdrawalId: made.id }, 'a withdrawal is paid back later');
  });
  return made;
}

async function declare(
  queue: PgBoss,
  tx: Tx,
  { userId, sessionId, language }: { userId: string; sessionId: string; language: Language },
): Promise<Withdrawal> {
  const refusal = new AppError('withdrawal_not_possible');
  if ((await tx.purchase.count({ where: { sessionId, userId } })) === 0) throw refusal;
  const purchase = await lockPurchase(tx, sessionId);
  const open = await tx.withdrawal.count({ where: { sessionId, refundedAt: null } });
  if (open > 0 || !isWithdrawable(purchase)) throw refusal;
  const credits = await takeUnspent(tx, { userId, reference: sessionId });
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
