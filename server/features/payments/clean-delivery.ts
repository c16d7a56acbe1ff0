import type { Purchase } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { saysUnlocking } from './purchasing/checkout.ts';
import { findStandingPurchase } from './paying.ts';

/**
 * Records, before it happens, that the clean rendition of a user's videos is delivered for the first time, and which
 * purchase gives access to it: a withdrawal counts it as used (decision 130). Returns false if no purchase does any more;
 * then it must not be delivered. Comes before or after a withdrawal, never in between: it locks the purchases.
 */
export async function recordCleanDelivery(
  db: Db,
  userId: string,
  taskIds: readonly string[],
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    await tx.$queryRaw`
      SELECT 1 FROM purchase WHERE user_id = ${userId} AND status = 'paid' ORDER BY session_id FOR SHARE`;
    const sessionId = await findStandingPurchase(tx, userId);
    if (sessionId === null) return false;
    const data = taskIds.map((taskId) => ({ taskId, userId, sessionId }));
    await tx.cleanDelivery.createMany({ data, skipDuplicates: true });
    return true;
  });
}

/**
 * The videos whose clean rendition this purchase gave access to and that were delivered, oldest first; none if its buyer
 * was not told before paying that they count.
 */
export async function deliveredBy(
  tx: Pick<Tx, 'cleanDelivery'>,
  purchase: Pick<Purchase, 'userId' | 'sessionId' | 'beginTerms'>,
): Promise<string[]> {
  if (!saysUnlocking(purchase)) return [];
  const { userId, sessionId } = purchase;
  const rows = await tx.cleanDelivery.findMany({
    where: { userId, sessionId },
    orderBy: [{ createdAt: 'asc' }, { taskId: 'asc' }],
    select: { taskId: true },
  });
  return rows.map(({ taskId }) => taskId);
}
