/** What of a ledger line decides which credits are spent. */
export interface LotEntry {
  delta: number;
  reason: string;
  reference: string;
}

export interface Lot {
  /** Credits of it that nobody has spent or taken back. */
  unspent: number;
  /** Credits of it that were taken back. */
  takenBack: number;
}

interface OpenLot extends Lot {
  reference: string;
}

/** The purchase that an entry of the reason `clawback` took from: its reference is followed by a running total. */
export function clawedPurchase(reference: string): string {
  return reference.slice(0, reference.lastIndexOf(':'));
}

/**
 * What became of the credits that came with the purchase `reference`, from all entries of its user, oldest first.
 * Credits are spent in the order they came (first in, first out), and what a failed generation gives back returns to
 * where it was taken from. Pure. Of an unknown purchase nothing is unspent.
 */
export function lotOf(entries: readonly LotEntry[], reference: string): Lot {
  const lots: OpenLot[] = [];
  const spends = new Map<string, { lot: OpenLot; amount: number }[]>();
  for (const entry of entries) {
    // What an operator takes is spent, and never comes back by itself.
    if (entry.reason === 'generation' || (entry.reason === 'adjustment' && entry.delta < 0)) {
      spends.set(entry.reference, spendOldest(lots, -entry.delta));
    } else if (entry.reason === 'refund') {
      for (const { lot, amount } of spends.get(entry.reference) ?? []) lot.unspent += amount;
    } else if (entry.reason === 'clawback') {
      const lot = lots.find((each) => each.reference === clawedPurchase(entry.reference));
      if (lot) {
        lot.unspent += entry.delta;
        lot.takenBack -= entry.delta;
      }
    } else {
      // The free allowance is named after its user, and what an operator gives after that act: no purchase is.
      lots.push({ reference: entry.reference, unspent: entry.delta, takenBack: 0 });
    }
  }
  return lots.find((lot) => lot.reference === reference) ?? { unspent: 0, takenBack: 0 };
}

function spendOldest(lots: OpenLot[], amount: number): { lot: OpenLot; amount: number }[] {
  const taken: { lot: OpenLot; amount: number }[] = [];
  let left = amount;
  for (const lot of lots) {
    const part = Math.min(lot.unspent, left);
    if (part <= 0) continue;
    lot.unspent -= part;
    left -= part;
    taken.push({ lot, amount: part });
  }
  return taken;
}
