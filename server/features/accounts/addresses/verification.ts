import type { Language } from '#shared/languages.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { AppError } from '#server/platform/errors.ts';
import { confirmEmailChange, undoEmailChange } from './move-address.ts';
import { isDuplicate } from '#server/platform/database/errors.ts';
import { useToken } from '../account-tokens.ts';

interface VerificationDeps {
  db: Db;
  queue: JobQueue;
}

/** Requests the mail that verifies a user's address; none is sent if it is verified already. */
export async function requestVerification(
  queue: JobQueue,
  tx: Tx,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  await enqueue(queue, tx, 'account-mail', { kind: 'verify', userId, language });
}

/** The effect of a mailed link on an address. */
export type AddressOutcome = 'verified' | 'changed' | 'undone';

/**
 * Uses the token of a mail as proof that its reader owns the address, which thereby is verified, becomes the account's,
 * or becomes it again. Throws AppError `mail_link_unknown` or `email_taken` (the token then stays valid).
 */
export async function verifyAddress(
  { db, queue }: VerificationDeps,
  { token, language }: { token: string; language: Language },
): Promise<AddressOutcome> {
  try {
    return await db.$transaction(async (tx): Promise<AddressOutcome> => {
      const used = await useToken(tx, token, ['verify', 'change-email', 'undo-email']);
      if (used.purpose === 'change-email') await confirmEmailChange(queue, tx, used, language);
      if (used.purpose === 'undo-email') await undoEmailChange(queue, tx, used, language);
      await confirmAddress(queue, tx, used.userId);
      if (used.purpose === 'verify') return 'verified';
      return used.purpose === 'undo-email' ? 'undone' : 'changed';
    });
  } catch (error) {
    // Somebody signed up with it at the same moment.
    if (isDuplicate(error)) throw new AppError('email_taken', { cause: error });
    throw error;
  }
}

/** Marks the user's address as verified and sends the mails that were held until then. */
export async function confirmAddress(queue: JobQueue, tx: Tx, userId: string): Promise<void> {
  await tx.user.updateMany({ where: { id: userId, verifiedAt: null }, data: { verifiedAt: new Date() } });
  await tx.accountToken.deleteMany({ where: { userId, purpose: 'verify' } });
  const held = await tx.heldMail.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
  await tx.heldMail.deleteMany({ where: { userId } });
  for (const { queue: name, taskId: key } of held) {
    if (name === 'purchase-mail') await enqueue(queue, tx, name, { sessionId: key }, { key });
    else await enqueue(queue, tx, 'send-mail', { taskId: key }, { key });
  }
}

/**
 * Holds a mail until the user's address is verified: the job of `queue` about `subject`. Returns false if the address
 * is verified already, so that the mail can be sent.
 */
export async function holdMail(
  db: Db,
  userId: string,
  { queue, subject }: { queue: 'send-mail' | 'purchase-mail'; subject: string },
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    // Locked: otherwise a concurrent verification would miss this mail.
    const unverified = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM app_user WHERE id = ${userId} AND verified_at IS NULL FOR SHARE`;
    if (unverified.length === 0) return false;
    await tx.heldMail.createMany({ data: { userId, queue, taskId: subject }, skipDuplicates: true });
    return true;
  });
}
