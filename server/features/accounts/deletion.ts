import type { Language } from '../../../shared/languages.ts';
import { programLimits } from '../../../shared/program-limits.ts';
import type { Db } from '../../platform/db.ts';
import { enqueue } from '../../platform/queue.ts';
import type { AccountDeps } from './accounts.ts';
import { holdPassword, requirePassword } from './password-check.ts';
import { useToken } from './tokens.ts';

/**
 * Schedules an account for erasure in 7 days and signs it out everywhere; a mail explains how to keep it. Returns the
 * time of the erasure (ISO 8601), which repeated calls do not change. Throws AppError `wrong_credentials` or
 * `service_unavailable`.
 */
export async function requestDeletion(
  deps: AccountDeps,
  userId: string,
  { password, language }: { password: string; language: Language },
): Promise<string> {
  const checked = await requirePassword(deps, userId, password);
  return deps.db.$transaction(async (tx) => {
    await holdPassword(tx, userId, checked);
    const due = new Date(Date.now() + programLimits.account.deletionDays * 86_400_000);
    await tx.user.updateMany({ where: { id: userId, deletionAt: null }, data: { deletionAt: due } });
    await tx.session.deleteMany({ where: { userId } });
    await enqueue(deps.queue, tx, 'account-mail', { kind: 'deletion', userId, language });
    const { deletionAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    return (deletionAt ?? due).toISOString();
  });
}

/** Cancels the deletion of an account. Does nothing if none is scheduled. */
export async function cancelDeletion(db: Db, userId: string): Promise<void> {
  await db.$transaction([
    db.user.updateMany({ where: { id: userId }, data: { deletionAt: null } }),
    db.accountToken.deleteMany({ where: { userId, purpose: 'keep' } }),
  ]);
}

/** Cancels the deletion by the link in the deletion mail. Throws AppError `mail_link_unknown`. */
export async function cancelDeletionByLink(db: Db, token: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { userId } = await useToken(tx, token, ['keep']);
    await tx.user.updateMany({ where: { id: userId }, data: { deletionAt: null } });
    await tx.accountToken.deleteMany({ where: { userId, purpose: 'keep' } });
  });
}

/** The ids of the accounts that are due for erasure. */
export async function dueForErasure(db: Db, now = new Date()): Promise<string[]> {
  const due = await db.user.findMany({ where: { deletionAt: { lte: now } }, select: { id: true } });
  return due.map(({ id }) => id);
}
