import type { PurchaseEntry } from '../../../shared/schemas/purchases.ts';
import type { Purchase } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/db.ts';
import { priceNote, type PriceNoteSettings } from './price-note.ts';
import { receiptNumberOf } from './receipt.ts';
import type { Language } from '../../../shared/languages.ts';

/** What the user has paid for, the newest first; `language` is that of what is said about VAT where nobody wrote it down. */
export async function listPurchases(
  { db, env }: { db: Db; env: PriceNoteSettings },
  userId: string,
  language: Language,
): Promise<PurchaseEntry[]> {
  const rows = await db.purchase.findMany({
    where: { userId, status: 'paid' },
    orderBy: { receiptNumber: 'desc' },
  });
  return rows.flatMap((row) => {
    const { sessionId, paidAt, receiptNumber, packageId, credits, amountRefunded } = row;
    if (!paidAt || receiptNumber === null) return [];
    return {
      id: sessionId,
      number: receiptNumberOf({ paidAt, receiptNumber }),
      paidAt: paidAt.toISOString(),
      packageId,
      credits,
      amountPaid: row.amountPaid ?? 0,
      amountRefunded,
      priceNote: row.priceNote ?? priceNote(env, language),
      state: stateOf(row),
      receiptUrl: `/api/purchases/${sessionId}/receipt?language=${language}`,
    };
  });
}

function stateOf({ amountPaid, amountRefunded, disputeLost }: Purchase): PurchaseEntry['state'] {
  if (disputeLost || (amountRefunded > 0 && amountRefunded >= (amountPaid ?? 0))) return 'refunded';
  return amountRefunded > 0 ? 'partly_refunded' : 'paid';
}
