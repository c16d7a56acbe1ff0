import type { PgBoss } from 'pg-boss';
import type { Language } from '../../../shared/languages.ts';
import type { AccountToken } from '../../generated/prisma/client.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/queue.ts';
import { emailKeyOf, mailboxKeyOf } from './mailbox.ts';

/**
 * Makes the address of such a link the account's, within the caller's transaction. The one of before is told, and can undo it for a
 * week, if it was known to be its owner's: else it may be a stranger's. Throws AppError `email_taken` where another account has
 * taken it meanwhile.
 */
export async function confirmEmailChange(
  queue: PgBoss,
  tx: Tx,
  { userId, email }: AccountToken,
  language: Language,
): Promise<void> {
  const before = await tx.user.findUniqueOrThrow({ where: { id: userId } });
  await moveTo(tx, userId, email);
  // Its mailbox has its free credit, as any other that an account was opened with.
  await tx.freeAllowance.createMany({ data: { mailboxKey: mailboxKeyOf(email) }, skipDuplicates: true });
  // What was mailed to the address of before is worth nothing now, but for what undoes.
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
 * Gives the account back to the address of before, within the caller's transaction: signs out everywhere, removes all passkeys and mails a link for a new
 * password. Links that undo an older change still hold, all others are worth nothing. Throws AppError `email_taken`.
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
  // Two accounts that want one address: the second waits here for the first.
  await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${emailKeyOf(email)}, 0))::text`;
  await requireFree(tx, userId, email);
  await tx.user.update({
    where: { id: userId },
    data: { email, emailKey: emailKeyOf(email), verifiedAt: new Date() },
  });
}

/** Throws AppError `email_taken` where another account goes by the address. */
export async function requireFree(tx: Tx, userId: string, email: string): Promise<void> {
  const taken = await tx.user.count({ where: { emailKey: emailKeyOf(email), id: { not: userId } } });
  if (taken > 0) throw new AppError('email_taken');
}
