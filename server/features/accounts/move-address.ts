import type { PgBoss } from 'pg-boss';
import type { Language } from '../../../shared/languages.ts';
import type { AccountToken } from '../../generated/prisma/client.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/queue.ts';
import { emailKeyOf, mailboxKeyOf } from './mailbox.ts';

/**
 * Makes the address that such a link was mailed to the account's, within the caller's transaction. If the previous
 * address was verified, it is notified by mail and can undo the change for a week; an unverified one may be a
 * stranger's. Throws AppError `email_taken` if another account has taken the address meanwhile.
 */
export async function confirmEmailChange(
  queue: PgBoss,
  tx: Tx,
  { userId, email }: AccountToken,
  language: Language,
): Promise<void> {
  const before = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await moveTo(tx, userId, email);
  // The new mailbox counts as having had its free credits, like one that an account was opened with.
  await tx.freeAllowance.createMany({ data: { mailboxKey: mailboxKeyOf(email) }, skipDuplicates: true });
  // Links mailed to the previous address become invalid, except those that undo a change.
  await tx.accountToken.deleteMany({
    where: { userId, purpose: { in: ['reset', 'verify', 'change-email'] } },
  });
  if (before.verifiedAt)
    await enqueue(queue, tx, 'account-mail', {
      kind: 'email-changed',
      userId,
      email: before.email,
      language,
    });
}

/**
 * Restores the previous address of an account, within the caller's transaction: signs out everywhere, removes all
 * passkeys and mails a link to set a new password. Links that undo an older change stay valid; all others become
 * invalid. Throws AppError `email_taken`.
 */
export async function undoEmailChange(
  queue: PgBoss,
  tx: Tx,
  { userId, email, createdAt }: AccountToken,
  language: Language,
): Promise<void> {
  await moveTo(tx, userId, email);
  await tx.session.deleteMany({ where: { userId } });
  await tx.passkey.deleteMany({ where: { userId } });
  await tx.accountToken.deleteMany({
    where: { userId, NOT: { purpose: 'undo-email', createdAt: { lt: createdAt } } },
  });
  await enqueue(queue, tx, 'account-mail', { kind: 'reset', email, language });
}

async function moveTo(tx: Tx, userId: string, email: string): Promise<void> {
  // Serializes accounts that want the same address.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${emailKeyOf(email)}, 0))::text`;
  await requireFree(tx, userId, email);
  await tx.user.update({
    where: { id: userId },
    data: { email, emailKey: emailKeyOf(email), verifiedAt: new Date() },
  });
}

/** Throws AppError `email_taken` if another account uses the address. */
export async function requireFree(tx: Tx, userId: string, email: string): Promise<void> {
  const taken = await tx.user.count({ where: { emailKey: emailKeyOf(email), id: { not: userId } } });
  if (taken > 0) throw new AppError('email_taken');
}
