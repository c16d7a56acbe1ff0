import type { Db, Tx } from '#server/platform/database/db.ts';
import { erasedKeyPrefix, createId } from '#server/platform/ids.ts';
import { eraseJobsAbout } from '#server/platform/jobs/stored-jobs.ts';

/**
 * Every table with a `user_id`, and what happens to its rows when their user is erased: they are `removed`, or `kept`
 * under an anonymous id, as the books are. A test compares the list with the database, so that a new table can't be
 * forgotten.
 */
export const personalTables = {
  session: 'removed',
  passkey: 'removed',
  account_token: 'removed',
  held_mail: 'removed',
  webhook_delivery: 'removed',
  webhook: 'removed',
  api_token: 'removed',
  idempotency_key: 'removed',
  frame: 'removed',
  box: 'removed',
  data_export: 'removed',
  mail_preference: 'removed',
  upload_consent: 'removed',
  clean_delivery: 'removed',
  video_movement: 'removed',
  video_task: 'removed',
  album: 'removed',
  audio: 'removed',
  credit_account: 'kept',
  credit_entry: 'kept',
  credit_claim: 'kept',
  purchase: 'kept',
  audit_entry: 'kept',
  withdrawal: 'kept',
} as const satisfies Record<string, 'removed' | 'kept'>;

const removedTables = Object.entries(personalTables)
  .filter(([, handling]) => handling === 'removed')
  .map(([table]) => table);

/**
 * Erases a person from the database in one transaction: sessions, tokens, preferences, jobs, the address and the id.
 * The erasure must have been claimed (`claimErasure`), and the files and rows of all videos, albums and recordings be gone already.
 * Records that tax law requires (paid purchases and the ledger) stay under a new id that is stored nowhere else. Returns
 * the account's former address, or null if the account is gone, is not due for erasure, or still has videos, albums or recordings.
 */
export async function eraseAccount(db: Db, userId: string): Promise<string | null> {
  return db.$transaction(async (tx) => {
    const [user] = await tx.$queryRaw<{ email: string }[]>`
      SELECT email FROM app_user
      WHERE id = ${userId} AND deletion_at <= now() AND erasing_at IS NOT NULL FOR UPDATE`;
    // Videos, albums and recordings that were added meanwhile still have their files: the next sweep removes them first.
    if (!user || (await hasFiles(tx, userId))) return null;
    for (const table of removedTables)
      await tx.$executeRawUnsafe(`DELETE FROM "${table}" WHERE user_id = $1`, userId);
    await eraseJobsAbout(tx, [userId, user.email]);
    await tx.filmReport.updateMany({
      where: { contact: { equals: user.email, mode: 'insensitive' } },
      data: { contact: null },
    });
    // Unpaid purchases are not part of the books. An open one may still be paid, and its payment is refunded then.
    await tx.purchase.deleteMany({ where: { userId, status: { notIn: ['paid', 'open'] } } });
    await rename(tx, userId);
    return user.email;
  });
}

/** Nothing can be added while the user's row is locked. */
async function hasFiles(tx: Tx, userId: string): Promise<boolean> {
  const counts = [
    await tx.videoTask.count({ where: { userId } }),
    await tx.album.count({ where: { userId } }),
    await tx.audio.count({ where: { userId } }),
  ];
  return counts.some((count) => count > 0);
}

/** The rows of the books follow through their foreign keys. */
async function rename(tx: Tx, userId: string): Promise<void> {
  const id = createId();
  await tx.$executeRaw`SELECT set_config('memori.erasing', 'on', true)`;
  const nobody = {
    email: '',
    emailKey: `${erasedKeyPrefix}${id}`,
    passwordHash: '',
    verifiedAt: null,
    deletionAt: null,
    erasingAt: null,
  };
  await tx.user.update({ where: { id: userId }, data: { id, ...nobody } });
  // The acts stay on record; their reasons and details may name the user.
  await tx.auditEntry.updateMany({ where: { userId: id }, data: { reason: '', details: {} } });
  await tx.creditEntry.updateMany({ where: { userId: id, reference: userId }, data: { reference: id } });
  await tx.$executeRaw`SELECT set_config('memori.erasing', 'off', true)`;
}
