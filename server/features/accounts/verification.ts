import type { PgBoss } from 'pg-boss';
import type { Language } from '../../../shared/languages.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { enqueue } from '../../platform/queue.ts';
import { useToken } from './tokens.ts';

interface VerificationDeps {
  db: Db;
  queue: PgBoss;
}

/** Asks for the mail that verifies the address of a user; nothing comes where it is verified. */
export async function requestVerification(
  queue: PgBoss,
  tx: Tx,
  { userId, language }: { userId: string; language: Language },
): Promise<void> {
  await enqueue(queue, tx, 'account-mail', { kind: 'verify', userId, language });
}

/** The token of a mail shows that its reader owns the address. Throws AppError `mail_link_unknown`. */
export async function verifyAddress({ db, queue }: VerificationDeps, token: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { userId } = await useToken(tx, token, ['verify']);
    await confirmAddress(queue, tx, userId);
  });
}

/** From now on mails are sent to the user's address, what waited for it first. */
export async function confirmAddress(queue: PgBoss, tx: Tx, userId: string): Promise<void> {
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
 * Puts a mail aside until the user's address is verified: the job of `queue` about what `subject` names. False where it
 * is: then it can be sent.
 */
export async function holdMail(
  db: Db,
  userId: string,
  { queue, subject }: { queue: 'send-mail' | 'purchase-mail'; subject: string },
): Promise<boolean> {
  return db.$transaction(async (tx) => {
    // Locked: a verification that comes in between would miss it.
    const unverified = await tx.$queryRaw<unknown[]>`
      SELECT 1 FROM app_user WHERE id = ${userId} AND verified_at IS NULL FOR SHARE`;
    if (unverified.length === 0) return false;
    await tx.heldMail.createMany({ data: { userId, queue, taskId: subject }, skipDuplicates: true });
    return true;
  });
}
