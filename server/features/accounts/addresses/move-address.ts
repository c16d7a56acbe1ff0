import { milliseconds } from '#shared/durations.ts';
import type { Language } from '#shared/languages.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { WayBack } from '#shared/schemas/accesses.ts';
import type { AccountToken, User } from '#server/generated/prisma/client.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { lockAddresses, requireFree } from './address.ts';
import { endCredentials, endLinks } from '../credentials.ts';
import { emailKeyOf, mailboxKeyOf } from './mailbox.ts';
import { reserveToken } from '../account-tokens.ts';

/**
 * Makes the address that such a link was mailed to the account's, within the caller's transaction. The previous
 * address is notified by mail, verified or not, and can undo the change for a week; until then, nobody else can sign up
 * with it. Throws AppError `email_taken` if another account has taken the address meanwhile.
 */
export async function confirmEmailChange(
  queue: JobQueue,
  tx: Tx,
  { userId, email }: AccountToken,
  language: Language,
): Promise<void> {
  const before = await moveTo(tx, userId, email);
  // The new mailbox counts as having had its free credits, like one that an account was opened with.
  await tx.freeAllowance.createMany({ data: { mailboxKey: mailboxKeyOf(email) }, skipDuplicates: true });
  // Links mailed to the previous address become invalid, except those that undo a change.
  await endLinks(tx, userId);
  await tx.accountToken.deleteMany({ where: { userId, purpose: 'verify' } });
  const requestId = await reserveToken(tx, { userId, purpose: 'undo-email', email: before });
  await enqueue(queue, tx, 'account-mail', {
    kind: 'email-changed',
    userId,
    email: before,
    language,
    requestId,
  });
}

/**
 * Restores the previous address of an account, within the caller's transaction: ends or suspends everything that gives
 * access to it, and mails a link to set a new password. Links that undo an older change stay valid; all others become
 * invalid. Throws AppError `email_taken`.
 */
export async function undoEmailChange(
  queue: JobQueue,
  tx: Tx,
  { userId, email, createdAt }: AccountToken,
  language: Language,
): Promise<void> {
  await moveTo(tx, userId, email);
  await endCredentials(tx, userId);
  await tx.accountToken.deleteMany({
    where: { userId, NOT: { purpose: 'undo-email', createdAt: { lt: createdAt } } },
  });
  await enqueue(queue, tx, 'account-mail', { kind: 'reset', email, language });
}

const undoesOf = (db: Pick<Tx, 'accountToken'>, userId: string) =>
  db.accountToken.findMany({
    where: { userId, purpose: 'undo-email', expiresAt: { gt: new Date() } },
    orderBy: { createdAt: 'asc' },
  });

/**
 * Ends the ways back to addresses that had the account for less than a week, once its present mailbox has recovered it:
 * such an address is an intruder's, or was mistyped. One that had it longer keeps its way back: the recovery itself may
 * be an intruder's, at an address that the account was moved to.
 */
export async function endBriefUndoes(
  tx: Tx,
  { id: userId, createdAt }: Pick<User, 'id' | 'createdAt'>,
): Promise<void> {
  let heldSince = createdAt;
  for (const undo of await undoesOf(tx, userId)) {
    const held = undo.createdAt.getTime() - heldSince.getTime();
    heldSince = undo.createdAt;
    if (held < programLimits.account.undoDays * milliseconds.day)
      await tx.accountToken.delete({ where: { id: undo.id } });
  }
}

/** The addresses that can still take the account back, and until when. */
export async function listWaysBack(db: Db, userId: string): Promise<WayBack[]> {
  const undoes = await undoesOf(db, userId);
  return undoes.map(({ email, expiresAt }) => ({ email, until: expiresAt.toISOString() }));
}

/** Resolves with the previous address. */
async function moveTo(tx: Tx, userId: string, email: string): Promise<string> {
  const before = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await lockAddresses(tx, [before.email, email]);
  await requireFree(tx, userId, email);
  await tx.user.update({
    where: { id: userId },
    data: { email, emailKey: emailKeyOf(email), verifiedAt: new Date() },
  });
  return before.email;
}
