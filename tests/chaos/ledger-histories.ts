import fc from 'fast-check';
import { readLot } from '#server/features/credits/reconcile.ts';
import { openAmount } from '#server/features/payments/withdrawals/withdrawal-refunds.ts';
import { maxRefundFailures } from '#server/providers/payments/types.ts';
import { isPayingUser } from '#server/features/payments/paying.ts';
import { reversedCredits } from '#server/features/payments/reversal.ts';
import { type LedgerLine, ledgerFaults, readLedger } from '../support/ledger.ts';
import type { Purchase } from '#server/generated/prisma/client.ts';
import { history, type Step } from './histories.ts';
import {
  type Arena,
  dueCredits,
  perform,
  paymentDeps,
  createState,
  settle,
  type HistoryState,
} from './live-history.ts';

/** The number of histories that run concurrently: their users are independent. */
const abreast = 5;

/**
 * Runs `runs` histories of sign-up, buying, spending, failing, refund, dispute and replay, from `seed`, and throws with
 * the shortest history that violates an invariant it can find.
 */
export async function runLedgerHistories(arena: Arena, { seed, runs }: { seed: number; runs: number }) {
  const together = fc.array(history, { minLength: abreast, maxLength: abreast });
  await fc.assert(
    fc.asyncProperty(together, async (histories) => {
      await Promise.all(histories.map((batches) => judge(arena, batches)));
    }),
    { seed, numRuns: Math.ceil(runs / abreast), endOnFailure: true },
  );
}

async function judge(arena: Arena, batches: Step[][]): Promise<void> {
  const stage = await createState(arena);
  for (const batch of batches) await Promise.all(batch.map((step) => perform(arena, stage, step)));
  const early = (await Promise.all(stage.users.map((userId) => claimFaults(arena, userId)))).flat();
  if (early.length > 0) throw new Error(early.join('\n'));
  await settle(paymentDeps(arena.alive.db, stage, arena), stage);
  const faults = (await Promise.all(stage.users.map((_user, index) => faultsOf(arena, stage, index)))).flat();
  if (faults.length > 0) throw new Error(faults.join('\n'));
}

/** Finds unspent credits of purchases already known to be reversed, before the purchase is checked again. */
async function claimFaults({ alive: { db } }: Arena, userId: string): Promise<string[]> {
  const faults: string[] = [];
  for (const purchase of await db.purchase.findMany({ where: { userId, status: 'paid' } })) {
    const { unspent, takenBack } = await readLot(db, userId, purchase.sessionId);
    const open = Math.min(unspent, reversedCredits(purchase) - takenBack);
    if (open > 0)
      faults.push(`${purchase.sessionId}: ${open} credits came back to a purchase that was reversed`);
  }
  return faults;
}

/** All violations in one user's account at rest, as text. */
async function faultsOf(arena: Arena, stage: HistoryState, index: number): Promise<string[]> {
  const { db, pool } = arena.alive;
  const userId = stage.users[index] ?? '';
  const sessions = stage.sessions[index] ?? [];
  const lines = await readLedger(pool, userId);
  const tasks = await db.videoTask.findMany({ where: { userId } });
  const faults = [...(await ledgerFaults(pool, userId)), ...taskFaults(stage, tasks, lines)];
  let pays = false;
  for (const session of sessions) {
    const gained = sum(lines, 'purchase', (reference) => reference === session);
    const due = dueCredits(stage, session);
    if (gained !== due) faults.push(`${session} brought ${gained} credits, not ${due}`);
    if (due === 0) continue;
    const waiting = await openAmount(db, session);
    const { total, whole } = reversalOf(stage, session, { credits: due, waiting });
    pays ||= !whole;
    const taken = -sum(lines, 'clawback', (reference) => reference.startsWith(`${session}:`));
    const { unspent } = await readLot(db, userId, session);
    if (unspent < 0) faults.push(`${session}: ${unspent} credits unspent`);
    if (taken > total) faults.push(`${session}: ${taken} credits taken back, at most ${total} were due`);
    if (taken < total && unspent > 0)
      faults.push(`${session}: ${taken} of ${total} taken back, ${unspent} unspent`);
  }
  if ((await isPayingUser(db, userId)) !== pays) faults.push(`paying should be ${pays}`);
  faults.push(...(await withdrawalFaults(arena, stage, userId)));
  const strangers = lines.filter(
    ({ reason, reference }) => reason === 'purchase' && !sessions.includes(reference),
  );
  if (strangers.length > 0) faults.push('credits of somebody else’s session');
  return faults;
}

/**
 * Each withdrawal was refunded exactly once, with the value of its credits unless less was left, and every acknowledged
 * withdrawal exists.
 */
async function withdrawalFaults(
  { alive: { db } }: Arena,
  { provider, acknowledged }: HistoryState,
  userId: string,
) {
  const faults: string[] = [];
  const made = await db.withdrawal.findMany({ where: { userId }, include: { purchase: true } });
  for (const { id, credits, amount, refundedAt, refundId, purchase } of made) {
    const { given, failures } = provider.refundsFor(id);
    const isGivenUp = failures >= maxRefundFailures;
    if (given.length > 1 || failures > maxRefundFailures) faults.push(`withdrawal ${id}: too many refunds`);
    if (!refundedAt && !isGivenUp) faults.push(`withdrawal ${id} was never paid back`);
    if (refundedAt && isGivenUp && !isAllReturned(provider, purchase))
      faults.push(`withdrawal ${id}: its refunds failed, and nobody sees it`);
    if ((refundId === null) !== (given.length === 0))
      faults.push(`withdrawal ${id}: a refund on one side only`);
    const [cents = 0] = given;
    const total = purchase.amountPaid ?? 0;
    if (cents > amount) faults.push(`withdrawal ${id}: ${cents} cents, not ${amount}`);
    const worth = (total * credits) / purchase.credits;
    if (amount > Math.ceil(worth)) faults.push(`withdrawal ${id}: ${amount} cents for ${credits} credits`);
    const { takenBack } = await readLot(db, userId, purchase.sessionId);
    // What was refunded of less than the credits are worth, as other refunds left no more, leaves credits to the user if
    // the money of those came back.
    if (takenBack < credits && cents >= Math.ceil(worth))
      faults.push(`withdrawal ${id}: ${takenBack} of ${credits} credits are gone`);
  }
  const known = new Set(made.map(({ id }) => `withdraw ${id}`));
  const unrecorded = [...acknowledged].filter(
    (effect) => effect.startsWith('withdraw ') && !known.has(effect),
  );
  return [...faults, ...(await findUnknown(db, unrecorded))];
}

function isAllReturned(
  { reversal }: HistoryState['provider'],
  { sessionId, amountPaid }: Pick<Purchase, 'sessionId' | 'amountPaid'>,
): boolean {
  const { amountOrdered = 0, amountFailed = 0, amountLost = 0 } = reversal(sessionId) ?? {};
  return amountOrdered - amountFailed + amountLost >= (amountPaid ?? 0);
}

/** Acknowledged withdrawals that belong to nobody. */
async function findUnknown(db: Arena['alive']['db'], effects: string[]): Promise<string[]> {
  const ids = effects.map((effect) => effect.slice('withdraw '.length));
  const known = new Set((await db.withdrawal.findMany({ where: { id: { in: ids } } })).map(({ id }) => id));
  return ids.filter((id) => !known.has(id)).map((id) => `withdrawal ${id} was told and is not there`);
}

function sum(lines: LedgerLine[], reason: string, matches: (reference: string) => boolean): number {
  const ours = lines.filter((line) => line.reason === reason && matches(line.reference));
  return ours.reduce((total, { delta }) => total + delta, 0);
}

/** Each task was paid for, and each failed one refunded, whenever that was acknowledged. */
function taskFaults(
  { acknowledged }: HistoryState,
  tasks: readonly { id: string; status: string }[],
  lines: readonly LedgerLine[],
): string[] {
  const entered = (reason: string) =>
    lines.filter((line) => line.reason === reason).map(({ reference }) => reference);
  const [spent, returned] = [new Set(entered('generation')), new Set(entered('refund'))];
  const known = new Set(tasks.map(({ id }) => id));
  const faults = [...spent].filter((id) => !known.has(id)).map((id) => `${id} was paid for and is no task`);
  for (const { id, status } of tasks) {
    if (!spent.has(id)) faults.push(`task ${id} cost nothing`);
    if (!acknowledged.has(`spend ${id}`)) faults.push(`task ${id}: nobody was told`);
    if ((status === 'Fail') !== returned.has(id))
      faults.push(`task ${id} is ${status}: its credit is not as it should be`);
    if (returned.has(id) !== acknowledged.has(`fail ${id}`))
      faults.push(`return of ${id} was told and not entered, or the reverse`);
  }
  return faults;
}

function reversalOf(
  { provider }: HistoryState,
  session: string,
  { credits, waiting }: { credits: number; waiting: number },
): { total: number; whole: boolean } {
  const amountPaid = provider.book(session)?.state.amountTotal ?? 0;
  const { amountOrdered = 0, amountFailed = 0, amountLost = 0 } = provider.reversal(session) ?? {};
  const amountRefunded = amountOrdered - amountFailed + amountLost;
  const returned = { credits, amountPaid, amountRefunded: amountRefunded + waiting, disputeLost: false };
  const total = reversedCredits(returned);
  return { total, whole: amountPaid > 0 && amountRefunded >= amountPaid };
}
