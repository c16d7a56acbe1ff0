import { appLimits } from '#shared/app-limits.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { lotOf, type LotEntry, unlocksOf } from './lots.ts';

/*
 * The only writer of credit_account, credit_entry and credit_claim (docs/decisions/006-credit-ledger.md).
 *
 * Lock order, for every transaction that moves credits: an existing task or purchase row first, then the account row,
 * then the ledger's unique index. A transaction touches one account only.
 */

/** Why a balance changed. A reason and a reference together identify one effect, which is applied at most once. */
type Reason = 'signup' | 'generation' | 'refund' | 'purchase' | 'clawback' | 'adjustment';

interface Entry {
  userId: string;
  /** Credits: positive adds, negative takes, never 0. */
  delta: number;
  reason: Reason;
  /** Several are one entry each, in this order. */
  reference: string | readonly string[];
}

/** `already`: an entry with this reason and reference exists. `short`: the balance is insufficient. */
type Outcome = 'appended' | 'already' | 'short';

type Raw = Pick<Tx, '$queryRaw'>;

/**
 * Opens the user's credit account and enters the free allowance unless `allowance` is 0. Idempotent. Must run in the
 * transaction that creates the user.
 */
export async function openAccount(
  tx: Pick<Tx, '$queryRaw' | '$executeRaw'>,
  userId: string,
  allowance: number = appLimits.credits.freeAllowance,
): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO credit_account (user_id) VALUES (${userId}) ON CONFLICT (user_id) DO NOTHING`;
  if (allowance > 0) await append(tx, { userId, delta: allowance, reason: 'signup', reference: userId });
}

/**
 * Spends `amount` credits (a whole number above 0) on what `reference` names, or as many on each of several: on all of
 * them or none, in one statement. Returns true if they were taken now, false if they had already been taken for the same
 * reason and reference, in which case nothing changes. Throws AppError `insufficient_credits`, without changing
 * anything, if the balance is too low or there is no account. The spend commits or rolls back with the caller's
 * transaction, which stays usable in every case but one: if only some of several references are new, this throws, and
 * the transaction must be rolled back.
 */
export async function spend(
  tx: Raw,
  {
    userId,
    amount,
    reason,
    reference,
  }: { userId: string; amount: number; reason: 'generation'; reference: string | readonly string[] },
): Promise<boolean> {
  assertAmount(amount);
  const outcome = await append(tx, { userId, delta: -amount, reason, reference });
  if (outcome === 'short') throw new AppError('insufficient_credits');
  return outcome === 'appended';
}

/**
 * Returns the credits that the user spent on `reference`, exactly once no matter how often or from where it is called.
 * Returns false if they were already returned, or if this user never spent this `amount` on it. Credits that return to
 * a purchase that was itself refunded are clawed back immediately. Same transaction rules as `spend`.
 */
export async function refund(
  tx: Raw,
  { userId, amount, reference }: { userId: string; amount: number; reference: string },
): Promise<boolean> {
  assertAmount(amount);
  // Entries are immutable, so this result still holds when the refund is written.
  const spent = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM credit_entry
    WHERE reason = 'generation' AND reference = ${reference} AND user_id = ${userId} AND delta = ${-amount}::int`;
  if (spent.length === 0) return false;
  const outcome = await append(tx, { userId, delta: amount, reason: 'refund', reference });
  if (outcome === 'appended') await collectClaims(tx, userId);
  return outcome === 'appended';
}

/**
 * Adds the credits of the purchase that `reference` names, exactly once however often it is called. Returns true if
 * they were added now. Same transaction rules as `spend`.
 */
export async function grant(
  tx: Raw,
  { userId, amount, reference }: { userId: string; amount: number; reference: string },
): Promise<boolean> {
  assertAmount(amount);
  const outcome = await append(tx, { userId, delta: amount, reason: 'purchase', reference });
  if (outcome === 'short') throw new Error(`user ${userId} has no credit account`);
  return outcome === 'appended';
}

/**
 * Adds (`delta` above 0) or takes credits on behalf of an operator, once per `reference`, which must identify that act.
 * Returns true if it was applied now. Throws AppError `insufficient_credits`, without changing anything, if it would
 * take more than the balance. Same transaction rules as `spend`.
 */
export async function adjust(
  tx: Raw,
  { userId, delta, reference }: { userId: string; delta: number; reference: string },
): Promise<boolean> {
  assertAmount(Math.abs(delta));
  const outcome = await append(tx, { userId, delta, reason: 'adjustment', reference });
  if (outcome === 'short') throw new AppError('insufficient_credits');
  return outcome === 'appended';
}

/**
 * Raises the claim on the purchase that `reference` names to `total` credits; a lower total than before changes
 * nothing. Takes back the unspent part now, and `refund` takes back credits that return later: never more than `total`,
 * and never below a balance of 0. Credits are spent first in, first out. Returns how many of the user's credits were
 * taken now. Same transaction rules as `spend`.
 */
export async function clawBack(
  tx: Raw,
  { userId, reference, total }: { userId: string; reference: string; total: number },
): Promise<number> {
  await lockAccount(tx, userId);
  if (total > 0) {
    await tx.$queryRaw`
      INSERT INTO credit_claim (reference, user_id, total) VALUES (${reference}, ${userId}, ${total}::int)
      ON CONFLICT (reference) DO UPDATE SET total = greatest(credit_claim.total, excluded.total)`;
  }
  return collectClaims(tx, userId);
}

/**
 * Lowers the claim on the purchase that `reference` names to `total` credits, and gives back what was taken beyond it: a
 * refund has failed, so that its credits are the user's again. A higher total than the claim changes nothing. Same
 * transaction rules as `spend`.
 */
export async function releaseClaim(
  tx: Raw,
  { userId, reference, total }: { userId: string; reference: string; total: number },
): Promise<void> {
  await lockAccount(tx, userId);
  if (total > 0)
    await tx.$queryRaw`
      UPDATE credit_claim SET total = ${total}::int WHERE reference = ${reference} AND total > ${total}::int`;
  else await tx.$queryRaw`DELETE FROM credit_claim WHERE reference = ${reference}`;
  const { takenBack, releases } = lotOf(await entriesOf(tx, userId), reference);
  if (takenBack <= total) return;
  const numbered = `${reference}:${total}-released-${releases + 1}`;
  await append(tx, { userId, delta: takenBack - total, reason: 'clawback', reference: numbered });
}

/**
 * Counts the videos that a purchase gave access to as used, one credit each (`unlocksOf`), then takes back all unspent
 * credits of the purchase that `reference` names and claims no more than that: credits that return to it later stay with
 * the user. Returns how many were taken back. Same transaction rules as `spend`.
 */
export async function takeUnspent(
  tx: Raw,
  { userId, reference, unlocked }: { userId: string; reference: string; unlocked: readonly string[] },
): Promise<number> {
  await lockAccount(tx, userId);
  for (const unlock of unlocksOf(await entriesOf(tx, userId), reference, unlocked))
    await append(tx, { userId, delta: unlock.delta, reason: 'adjustment', reference: unlock.reference });
  const { unspent, takenBack } = lotOf(await entriesOf(tx, userId), reference);
  if (unspent === 0) return 0;
  return clawBack(tx, { userId, reference, total: takenBack + unspent });
}

/** Prevents other writes between reading the entries and acting on them. */
async function lockAccount(tx: Raw, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM credit_account WHERE user_id = ${userId} FOR NO KEY UPDATE`;
}

function entriesOf(tx: Raw, userId: string): Promise<LotEntry[]> {
  return tx.$queryRaw<LotEntry[]>`
    SELECT delta, reason, reference FROM credit_entry WHERE user_id = ${userId} ORDER BY id`;
}

/**
 * Takes back the unspent part of all credits claimed from the user. The caller holds the lock on the account's row.
 * Returns how many were taken.
 */
async function collectClaims(tx: Raw, userId: string): Promise<number> {
  const claims = await tx.$queryRaw<{ reference: string; total: number }[]>`
    SELECT reference, total FROM credit_claim WHERE user_id = ${userId}`;
  if (claims.length === 0) return 0;
  const entries = await entriesOf(tx, userId);
  let taken = 0;
  for (const { reference, total } of claims) {
    const { unspent, takenBack, releases } = lotOf(entries, reference);
    const amount = Math.min(unspent, total - takenBack);
    if (amount <= 0) continue;
    // The running total repeats once credits were given back.
    const numbered = `${reference}:${takenBack + amount}${releases > 0 ? `-after-${releases}` : ''}`;
    await append(tx, { userId, delta: -amount, reason: 'clawback', reference: numbered });
    taken += amount;
  }
  return taken;
}

/** The user's balance in credits, never below 0; 0 if there is no account. */
export async function getBalance(db: Pick<Tx, 'creditAccount'>, userId: string): Promise<number> {
  const account = await db.creditAccount.findUnique({ where: { userId }, select: { balance: true } });
  return account?.balance ?? 0;
}

/**
 * Appends entries and updates the cached balance in a single SQL statement rather than a sequence of Prisma calls, so
 * that neither a crash nor a concurrent writer can come between them. The row lock on the account serializes all
 * writers of one user, so `balance_after` forms a chain. The unique index decides which write wins for a reason and
 * reference, without an error that would abort the caller's transaction.
 */
async function append(tx: Raw, { userId, delta, reason, reference }: Entry): Promise<Outcome> {
  const references = [reference].flat();
  const [moved] = await tx.$queryRaw<{ appended: number }[]>`
    WITH account AS (
      SELECT user_id, balance FROM credit_account WHERE user_id = ${userId} FOR NO KEY UPDATE
    ), entry AS (
      INSERT INTO credit_entry (user_id, delta, reason, reference, balance_after)
      SELECT user_id, ${delta}::int, ${reason}, item.reference, balance + ${delta}::int * item.place::int
      FROM account, unnest(${references}::text[]) WITH ORDINALITY AS item (reference, place)
      WHERE balance + ${delta}::int * ${references.length}::int >= 0
      ORDER BY item.place
      ON CONFLICT (reason, reference) DO NOTHING
      RETURNING id, user_id, balance_after
    ), latest AS (
      SELECT user_id, count(*)::int AS appended, (array_agg(balance_after ORDER BY id DESC))[1] AS balance
      FROM entry GROUP BY user_id
    )
    UPDATE credit_account SET balance = latest.balance
    FROM latest WHERE credit_account.user_id = latest.user_id
    RETURNING latest.appended`;
  if (moved?.appended === references.length) return 'appended';
  const standing = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM credit_entry WHERE reason = ${reason} AND reference = ANY (${references})`;
  if (moved || (standing.length > 0 && standing.length < references.length))
    throw new Error(`only some of ${references.length} ${reason} entries were new`);
  return standing.length > 0 ? 'already' : 'short';
}

function assertAmount(amount: number): void {
  if (!Number.isInteger(amount) || amount < 1) {
    throw new RangeError(`An amount of credits is a whole number above 0, not ${amount}.`);
  }
}
