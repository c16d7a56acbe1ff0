import type { Tx } from '../../platform/db.ts';

/**
 * True if the user has a paid purchase that was neither fully refunded nor lost to a dispute. A purchase with a coupon
 * of 100 % counts as well.
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
