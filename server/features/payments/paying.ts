import type { Tx } from '../../platform/db.ts';

/**
 * True for a user with a paid purchase that was neither wholly refunded nor lost to a dispute. A coupon of 100 % makes
 * a purchase like any other.
 */
export async function isPayingUser(db: Pick<Tx, 'purchase'>, userId: string): Promise<boolean> {
  const standing = await db.purchase.findFirst({
    where: {
      userId,
      status: 'paid',
      disputeLost: false,
      OR: [{ amountPaid: 0 }, { amountRefunded: { lt: db.purchase.fields.amountPaid } }],
    },
    select: { sessionId: true },
  });
  return standing !== null;
}
