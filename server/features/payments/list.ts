import type { Language } from '#shared/languages.ts';
import type { PurchaseEntry } from '#shared/schemas/purchases.ts';
import type { Purchase, Withdrawal } from '#server/generated/prisma/client.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { LotEntry } from '../credits/lots.ts';
import { entriesOf } from '../credits/reconcile.ts';
import { priceNote, type PriceNoteSettings } from './purchasing/price-note.ts';
import { receiptNumberOf, withdrawalEnd } from './receipt.ts';
import { withdrawableCredits, worthOf } from './withdrawals/withdrawal.ts';

type Row = Purchase & { withdrawals: Withdrawal[] };

/** The user's paid purchases, newest first; `language` is that of the VAT note for purchases without a stored one. */
export async function listPurchases(
  { db, env }: { db: Db; env: PriceNoteSettings },
  userId: string,
  language: Language,
): Promise<PurchaseEntry[]> {
  const rows = await db.purchase.findMany({
    where: { userId, status: 'paid' },
    orderBy: { receiptNumber: 'desc' },
    include: { withdrawals: true },
  });
  // The whole ledger, so once for all purchases, and only if one of them may be withdrawn.
  let ledger: Promise<LotEntry[]> | undefined;
  const readLedger = () => (ledger ??= entriesOf(db, userId));
  const entries: PurchaseEntry[] = [];
  for (const row of rows) {
    const { sessionId, paidAt, receiptNumber, packageId, credits } = row;
    if (!paidAt || receiptNumber === null) continue;
    entries.push({
      id: sessionId,
      number: receiptNumberOf({ paidAt, receiptNumber }),
      paidAt: paidAt.toISOString(),
      packageId,
      credits,
      amountPaid: row.amountPaid ?? 0,
      amountReturned: returnedOf(row),
      priceNote: row.priceNote ?? priceNote(env, language),
      state: stateOf(row),
      receiptUrl: `/api/purchases/${sessionId}/receipt?language=${language}`,
      withdrawal: await offer(db, row, { paidAt, readLedger }),
    });
  }
  return entries;
}

async function offer(
  db: Db,
  row: Row,
  { paidAt, readLedger }: { paidAt: Date; readLedger: () => Promise<LotEntry[]> },
): Promise<PurchaseEntry['withdrawal']> {
  const { taken: credits, used: unlocked } = await withdrawableCredits(db, row, readLedger);
  if (credits === 0) return null;
  const until = withdrawalEnd({ paidAt }).toISOString();
  return { until, credits, unlocked, amount: worthOf(row, credits) };
}

/** Cents; no more than was paid, although a dispute may be about money that was refunded as well. */
function returnedOf({ amountPaid, amountRefunded, withdrawals }: Row): number {
  const open = withdrawals.filter(({ refundedAt }) => !refundedAt);
  const returned = open.reduce((sum, { amount }) => sum + amount, amountRefunded);
  return Math.min(returned, amountPaid ?? 0);
}

function stateOf(row: Row): PurchaseEntry['state'] {
  if (row.withdrawals.length > 0) return 'withdrawn';
  const returned = returnedOf(row);
  if (row.disputeLost || (returned > 0 && returned >= (row.amountPaid ?? 0))) return 'refunded';
  return returned > 0 ? 'partly_refunded' : 'paid';
}
