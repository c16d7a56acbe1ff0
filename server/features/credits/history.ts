import type { CreditHistory } from '#shared/schemas/payments.ts';
import type { Db } from '#server/platform/database/db.ts';

/** The user's latest `limit` ledger entries, newest first. */
export async function listEntries(
  db: Db,
  userId: string,
  { limit }: { limit: number },
): Promise<CreditHistory> {
  const entries = await db.creditEntry.findMany({
    where: { userId },
    orderBy: { id: 'desc' },
    take: limit,
  });
  return entries.map(({ id, createdAt, reason, delta, balanceAfter }) => ({
    id: String(id),
    createdAt: createdAt.toISOString(),
    reason: reason as CreditHistory[number]['reason'],
    delta,
    balanceAfter,
  }));
}

/** How many purchases were ever credited to the user; refunds do not lower the count. */
export function countPurchases(db: Pick<Db, 'creditEntry'>, userId: string): Promise<number> {
  return db.creditEntry.count({ where: { userId, reason: 'purchase' } });
}
