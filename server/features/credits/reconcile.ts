import type { Db } from '#server/platform/database/db.ts';
import { type LotEntry, type Lot, lotOf, unlocksOf } from './lots.ts';

/** Yields a description of every inconsistency within the ledger, or between it and the cached balances. */
export async function* ledgerDifferences(db: Db): AsyncGenerator<string, void, undefined> {
  const balances = await db.$queryRaw<{ user_id: string; balance: number; sum: number }[]>`
    SELECT account.user_id, account.balance, coalesce(sum(entry.delta), 0)::int AS sum
    FROM credit_account account LEFT JOIN credit_entry entry USING (user_id)
    GROUP BY account.user_id HAVING account.balance <> coalesce(sum(entry.delta), 0)`;
  for (const { user_id, balance, sum } of balances)
    yield `user ${user_id}: the cached balance is ${balance}, the entries add up to ${sum}`;

  const breaks = await db.$queryRaw<{ id: bigint; balance_after: number; running: number }[]>`
    SELECT id, balance_after, running FROM (
      SELECT id, balance_after, (sum(delta) OVER (PARTITION BY user_id ORDER BY id))::int AS running FROM credit_entry
    ) chain WHERE balance_after <> running OR running < 0`;
  for (const { id, balance_after, running } of breaks)
    yield `entry ${id}: it says a balance of ${balance_after}, the entries so far add up to ${running}`;

  const gifts = await db.$queryRaw<{ id: bigint; reference: string }[]>`
    SELECT given.id, given.reference FROM credit_entry given
    LEFT JOIN credit_entry spent ON spent.reason = 'generation' AND spent.reference = given.reference
      AND spent.user_id = given.user_id AND spent.delta = -given.delta
    WHERE given.reason = 'refund' AND spent.id IS NULL`;
  for (const { id, reference } of gifts) yield `entry ${id}: it gives back what ${reference} never took`;
}

/** A purchase as recorded in the ledger. */
export interface CreditedPurchase {
  userId: string;
  /** The checkout session it was credited for. */
  reference: string;
  credits: number;
}

/** All purchases that the ledger has credited. */
export async function creditedPurchases(db: Db): Promise<CreditedPurchase[]> {
  const entries = await db.creditEntry.findMany({ where: { reason: 'purchase' } });
  return entries.map(({ userId, reference, delta }) => ({ userId, reference, credits: delta }));
}

/** The state of a purchase's credits. */
export async function readLot(db: Db, userId: string, reference: string): Promise<Lot> {
  return lotOf(await entriesOf(db, userId), reference);
}

/** What `takeUnspent` would count as used, and take back, in credits, of the entries of a user. Pure. */
export function previewTaking(
  entries: readonly LotEntry[],
  { reference, unlocked }: { reference: string; unlocked: readonly string[] },
): { used: number; taken: number } {
  const unlocks = unlocksOf(entries, reference, unlocked);
  return { used: unlocks.length, taken: lotOf([...entries, ...unlocks], reference).unspent };
}

/** All entries of a user, oldest first. */
export const entriesOf = (db: Db, userId: string): Promise<LotEntry[]> =>
  db.creditEntry.findMany({ where: { userId }, orderBy: { id: 'asc' } });
