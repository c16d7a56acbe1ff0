import { Prisma } from '#server/generated/prisma/client.ts';
import type { Tx } from '#server/platform/database/db.ts';

/** Paid, and neither fully refunded nor lost to a dispute. A purchase with a coupon of 100 % counts as well. */
const standing = (db: Pick<Tx, 'purchase'>, userId: string) => ({
  userId,
  status: 'paid',
  disputeLost: false,
  OR: [{ amountPaid: 0 }, { amountRefunded: { lt: db.purchase.fields.amountPaid } }],
});

/** `isPayingUser` as a condition of a larger query; `userId` is a column of it. */
export const paysInSql = (userId: Prisma.Sql): Prisma.Sql => Prisma.sql`EXISTS (
  SELECT FROM purchase WHERE user_id = ${userId} AND status = 'paid' AND NOT dispute_lost
    AND (amount_paid = 0 OR amount_refunded < amount_paid))`;

/** True if the user has a paid purchase that was neither fully refunded nor lost to a dispute. */
export async function isPayingUser(db: Pick<Tx, 'purchase'>, userId: string): Promise<boolean> {
  const where = standing(db, userId);
  return (await db.purchase.findFirst({ where, select: { sessionId: true } })) !== null;
}

/**
 * The user's oldest purchase that stands, as for `isPayingUser`, but not if all that is left of it is about to be
 * refunded because of a withdrawal; null if there is none.
 */
export async function findStandingPurchase(db: Pick<Tx, 'purchase'>, userId: string): Promise<string | null> {
  const purchases = await db.purchase.findMany({
    where: standing(db, userId),
    orderBy: [{ paidAt: 'asc' }, { sessionId: 'asc' }],
    include: { withdrawals: { where: { refundedAt: null } } },
  });
  const found = purchases.find(({ amountPaid, amountRefunded, withdrawals }) => {
    const withdrawn = withdrawals.reduce((sum, { amount }) => sum + amount, 0);
    return !amountPaid || amountRefunded + withdrawn < amountPaid;
  });
  return found?.sessionId ?? null;
}
