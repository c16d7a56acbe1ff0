import { appLimits } from '../../../shared/app-limits.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { lotOf, type LotEntry } from './lots.ts';

/*
 * The only writer of credit_account, credit_entry and credit_claim (docs/decisions/006-credit-ledger.md).
 *
 * Lock order, for every transaction that moves credits: an existing task or purchase row first, then the account
 * row, then the ledger's unique index. A transaction touches one account only.
 */

/** Why a balance changed. Together with a reference it names one effect, which happens once. */
type Reason = 'signup' | 'generation' | 'refund' | 'purchase' | 'clawback' | 'adjustment';

interface Entry {
  userId: string;
  /** Credits; positive gives, negative takes, never 0. */
  delta: number;
  reason: Reason;
  reference: string;
}

/** `already`: an entry with this reason and reference stands; `short`: the balance does not cover it. */
type Outcome = 'appended' | 'already' | 'short';

type Raw = Pick<Tx, '$queryRaw'>;

/**
 * Opens the user's credit account and enters the free allowance, or nothing where `allowance` is 0. Once: opening it
 * again changes nothing. Belongs into the transaction that creates the user.
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
 * Takes `amount` credits (a whole number above 0) for what `reference` names. True if they were taken now, false
 * if they had been taken before for the same reason and reference: nothing changes then. Throws AppError
 * `insufficient_credits`, having changed nothing, if the balance is short or there is no account. The effect
 * stands or falls with the caller's transaction, which stays usable in every case.
 */
export async function spend(
  tx: Raw,
  {
    userId,
    amount,
    reason,
    reference,
  }: { userId: string; amount: number; reason: 'generation'; reference: string },
): Promise<boolean> {
  assertAmount(amount);
  const outcome = await append(tx, { userId, delta: -amount, reason, reference });
  if (outcome === 'short') throw new AppError('insufficient_credits');
  return outcome === 'appended';
}

/**
 * Gives back what the user spent on `reference`, exactly once however often and from wherever it is called. False
 * if it had been given back, or if this user never spent this `amount` on it. What thereby returns to a purchase that
 * was itself refunded is taken back at once. Same transaction rules as `spend`.
 */
export async function refund(
  tx: Raw,
  { userId, amount, reference }: { userId: string; amount: number; reference: string },
): Promise<boolean> {
  assertAmount(amount);
  // Entries never change, so what is found here still holds when the refund is written.
  const spent = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM credit_entry
    WHERE reason = 'generation' AND reference = ${reference} AND user_id = ${userId} AND delta = ${-amount}::int`;
  if (spent.length === 0) return false;
  const outcome = await append(tx, { userId, delta: amount, reason: 'refund', reference });
  if (outcome === 'appended') await collectClaims(tx, userId);
  return outcome === 'appended';
}

/**
 * Adds the credits of the purchase that `reference` names, exactly once however often it is called. True if they were
 * added now. Same transaction rules as `spend`.
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
 * Gives (`delta` above 0) or takes credits because an operator says so, once for each `reference`, which must name that act.
 * True if it was done now. Throws AppError `insufficient_credits`, having changed nothing, where it takes more than there
 * is. Same transaction rules as `spend`.
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
 * Claims `total` credits of the purchase that `reference` names, in all; a lower total than before changes nothing.
 * What is unspent of them is taken back now, and what comes back later is taken by `refund`: never more than `total`,
 * and never below a balance of 0. Credits are spent in the order they came. Returns how many credits of the user's were
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
 * Takes back all that is unspent of the purchase that `reference` names, and claims no more than that: what comes back to it
 * later is the user's. Returns how many credits. Same transaction rules as `spend`.
 */
export async function takeUnspent(
  tx: Raw,
  { userId, reference }: { userId: string; reference: string },
): Promise<number> {
  await lockAccount(tx, userId);
  const { unspent, takenBack } = lotOf(await entriesOf(tx, userId), reference);
  if (unspent === 0) return 0;
  return clawBack(tx, { userId, reference, total: takenBack + unspent });
}

/** Nobody may write between the reading of the entries and what follows from them. */
async function lockAccount(tx: Raw, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM credit_account WHERE user_id = ${userId} FOR NO KEY UPDATE`;
}

function entriesOf(tx: Raw, userId: string): Promise<LotEntry[]> {
  return tx.$queryRaw<LotEntry[]>`
    SELECT delta, reason, reference FROM credit_entry WHERE user_id = ${userId} ORDER BY id`;
}

/** Takes what is unspent of the credits that are claimed of the user, whose account's row is held. Returns how many. */
async function collectClaims(tx: Raw, userId: string): Promise<number> {
  const claims = await tx.$queryRaw<{ reference: string; total: number }[]>`
    SELECT reference, total FROM credit_claim WHERE user_id = ${userId}`;
  if (claims.length === 0) return 0;
  const entries = await entriesOf(tx, userId);
  let taken = 0;
  for (const { reference, total } of claims) {
    const { unspent, takenBack } = lotOf(entries, reference);
    const amount = Math.min(unspent, total - takenBack);
    if (amount <= 0) continue;
    const numbered = `${reference}:${takenBack + amount}`;
    await append(tx, { userId, delta: -amount, reason: 'clawback', reference: numbered });
    taken += amount;
  }
  return taken;
}

/** The user's balance in credits, never below 0; 0 where there is no account. */
export async function getBalance(db: Pick<Tx, 'creditAccount'>, userId: string): Promise<number> {
  const account = await db.creditAccount.findUnique({ where: { userId }, select: { balance: true } });
  return account?.balance ?? 0;
}

/**
 * Appends one entry and moves the cached balance with it, in one statement: no crash and no rival can come
 * between the two, which is why it is SQL and not a sequence of Prisma calls. The row lock on the account puts
 * all writers of one user in a line, so that `balance_after` is a chain; the unique index decides who is first
 * for a reason and reference, without an error that would break the caller's transaction.
 */
async function append(tx: Raw, { userId, delta, reason, reference }: Entry): Promise<Outcome> {
  const moved = await tx.$queryRaw<unknown[]>`
    WITH account AS (
      SELECT user_id, balance FROM credit_account WHERE user_id = ${userId} FOR NO KEY UPDATE
    ), entry AS (
      INSERT INTO credit_entry (user_id, delta, reason, reference, balance_after)
      SELECT user_id, ${delta}::int, ${reason}, ${reference}, balance + ${delta}::int
      FROM account WHERE balance + ${delta}::int >= 0
      ON CONFLICT (reason, reference) DO NOTHING
      RETURNING user_id, balance_after
    )
    UPDATE credit_account SET balance = entry.balance_after
    FROM entry WHERE credit_account.user_id = entry.user_id
    RETURNING credit_account.balance`;
  if (moved.length > 0) return 'appended';
  const standing = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM credit_entry WHERE reason = ${reason} AND reference = ${reference}`;
  return standing.length > 0 ? 'already' : 'short';
}

function assertAmount(amount: number): void {
  if (!Number.isInteger(amount) || amount < 1) {
    throw new RangeError(`An amount of credits is a whole number above 0, not ${amount}.`);
  }
}
