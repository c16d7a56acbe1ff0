/** The fields of a ledger entry that determine which credits are spent. */
export interface LotEntry {
  delta: number;
  reason: string;
  reference: string;
}

export interface Lot {
  /** Credits of this lot that were neither spent nor taken back. */
  unspent: number;
  /** Credits of this lot that were taken back, without those that were given back. */
  takenBack: number;
  /** How often credits were given back because a refund had failed. */
  releases: number;
}

interface OpenLot extends Lot {
  reference: string;
  isBought: boolean;
}

type Spends = Map<string, { lot: OpenLot; amount: number }[]>;

/**
 * The purchase that a `clawback` entry took from, or gave back to (`delta` above 0): the entry's reference is the
 * purchase's followed by a running total.
 */
export function clawedPurchase(reference: string): string {
  return reference.slice(0, reference.lastIndexOf(':'));
}

/**
 * Computes the state of the credits of the purchase `reference` from all entries of its user, oldest first. Credits are
 * spent first in, first out, and a refund for a failed generation returns credits to the lots they came from. Pure. An
 * unknown purchase has nothing unspent.
 */
export function lotOf(entries: readonly LotEntry[], reference: string): Lot {
  const { lots } = replay(entries);
  return lots.find((lot) => lot.reference === reference) ?? { unspent: 0, takenBack: 0, releases: 0 };
}

/** The marker of an entry that counts a video as used because a purchase gave access to its clean rendition. */
export const unlockReference = (taskId: string): string => `unlock:${taskId}`;

/**
 * The entries that a withdrawal from the purchase `reference` adds first: one credit for each of the videos that it gave
 * access to, as far as it has unspent ones. Not for videos that were made with a bought credit, and only once. Pure.
 */
export function unlocksOf(
  entries: readonly LotEntry[],
  reference: string,
  taskIds: readonly string[],
): LotEntry[] {
  const { spends } = replay(entries);
  const isBought = (taskId: string) => (spends.get(taskId) ?? []).some(({ lot }) => lot.isBought);
  const counted = new Set(entries.map((entry) => entry.reference));
  return taskIds
    .filter((taskId) => !isBought(taskId) && !counted.has(unlockReference(taskId)))
    .slice(0, lotOf(entries, reference).unspent)
    .map((taskId) => ({ delta: -1, reason: 'adjustment', reference: unlockReference(taskId) }));
}

function replay(entries: readonly LotEntry[]): { lots: OpenLot[]; spends: Spends } {
  const lots: OpenLot[] = [];
  const spends: Spends = new Map();
  for (const entry of entries) {
    // Credits that an operator takes, and those for unlocked videos, count as spent and are never refunded.
    if (entry.reason === 'generation' || (entry.reason === 'adjustment' && entry.delta < 0)) {
      spends.set(entry.reference, spendOldest(lots, -entry.delta));
    } else if (entry.reason === 'refund') {
      for (const { lot, amount } of spends.get(entry.reference) ?? []) lot.unspent += amount;
    } else if (entry.reason === 'clawback') {
      const lot = lots.find((each) => each.reference === clawedPurchase(entry.reference));
      if (lot) {
        lot.unspent += entry.delta;
        lot.takenBack -= entry.delta;
        if (entry.delta > 0) lot.releases += 1;
      }
    } else {
      // No purchase matches these: the free allowance is referenced by its user, an operator's gift by its act.
      const isBought = entry.reason === 'purchase';
      lots.push({ reference: entry.reference, isBought, unspent: entry.delta, takenBack: 0, releases: 0 });
    }
  }
  return { lots, spends };
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
