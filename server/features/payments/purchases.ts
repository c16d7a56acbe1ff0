import { defaultLanguage, isLanguage, type Language } from '#shared/languages.ts';
import { isPackageId, packageOf, type PackageId } from '#shared/packages.ts';
import type { Purchase } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import type { CheckoutState } from '#server/providers/payments/types.ts';

interface PurchaseOrder {
  sessionId: string;
  userId: string;
  packageId: PackageId;
  language: Language;
  createdAt?: Date;
  priceNote?: string;
  beginTerms?: string | null;
}

/** Records a checkout session as an open purchase at the current price. Does nothing if it is recorded already. */
export async function recordPurchase(db: Db, order: PurchaseOrder): Promise<void> {
  const { credits, price } = packageOf(order.packageId);
  await db.purchase.createMany({ data: [{ ...order, credits, price }], skipDuplicates: true });
}

/**
 * Records a session that is ours by its metadata but has no row, because a process died between the provider's answer
 * and our insert. Returns null, without any effect, for sessions that are not ours.
 */
export async function adoptPurchase(db: Db, state: CheckoutState): Promise<Purchase | null> {
  const { id: sessionId, userId, packageId, language, createdAt, beginTerms } = state;
  if (!userId || !isPackageId(packageId)) return null;
  if ((await db.user.count({ where: { id: userId } })) === 0) return null;
  const spoken = isLanguage(language) ? language : defaultLanguage;
  await recordPurchase(db, { sessionId, userId, packageId, language: spoken, createdAt, beginTerms });
  return db.purchase.findUnique({ where: { sessionId } });
}

/** Reads a purchase and locks its row until the transaction ends: the first lock that payments take. */
export async function lockPurchase(tx: Tx, sessionId: string): Promise<Purchase> {
  await tx.$queryRaw`SELECT 1 FROM purchase WHERE session_id = ${sessionId} FOR NO KEY UPDATE`;
  return tx.purchase.findUniqueOrThrow({ where: { sessionId } });
}
