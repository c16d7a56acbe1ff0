import type { Language } from '#shared/languages.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { AccountDeps } from './accounts.ts';
import { holdPassword, requirePassword } from './passwords/password-check.ts';
import { useToken } from './account-tokens.ts';
import { milliseconds } from '#shared/durations.ts';

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
    const due = new Date(Date.now() + programLimits.account.deletionDays * milliseconds.day);
    await tx.user.updateMany({
      where: { id: userId, deletionAt: null },
      data: { deletionAt: due, erasingAt: null },
    });
    await tx.session.deleteMany({ where: { userId } });
    await enqueue(deps.queue, tx, 'account-mail', { kind: 'deletion', userId, language });
    const { deletionAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    return (deletionAt ?? due).toISOString();
  });
}

/**
 * Cancels the deletion of an account; does nothing if none is scheduled. Throws AppError `account_erasing` if the erasure
 * has begun.
 */
export async function cancelDeletion(db: Db, userId: string): Promise<void> {
  await db.$transaction((tx) => keep(tx, userId));
}

/** Cancels the deletion by the link in the deletion mail. Throws AppError `mail_link_unknown` or `account_erasing`. */
export async function cancelDeletionByLink(db: Db, token: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { userId } = await useToken(tx, token, ['keep']);
    await keep(tx, userId);
  });
}

/** The conditional update decides against `claimErasure`: of the two, only one takes effect. */
async function keep(tx: Tx, userId: string): Promise<void> {
  const { count } = await tx.user.updateMany({
    where: { id: userId, OR: [{ erasingAt: null }, { deletionAt: null }] },
    data: { deletionAt: null, erasingAt: null },
  });
  if (count === 0) throw new AppError('account_erasing');
  await tx.accountToken.deleteMany({ where: { userId, purpose: 'keep' } });
}

/**
 * Has the next sweep erase an account, on behalf of an operator, and signs it out. From now on this can't be canceled, as
 * after `claimErasure`.
 */
export async function orderErasure(tx: Tx, userId: string): Promise<void> {
  const now = new Date();
  await tx.user.update({ where: { id: userId }, data: { deletionAt: now, erasingAt: now } });
  await tx.session.deleteMany({ where: { userId } });
}

/** The ids of the accounts that are due for erasure: new ones first, then those tried longest ago. */
export async function dueForErasure(db: Db, now = new Date()): Promise<string[]> {
  const due = await db.user.findMany({
    where: { deletionAt: { lte: now } },
    select: { id: true },
    orderBy: [{ erasingAt: { sort: 'asc', nulls: 'first' } }, { deletionAt: 'asc' }],
  });
  return due.map(({ id }) => id);
}

/**
 * Claims a due account for its erasure, which from then on can't be canceled, and signs it out. Returns false if it is
 * not due any more. A claim doesn't exclude other sweeps: if one dies, the next continues.
 */
export async function claimErasure(db: Db, userId: string, now = new Date()): Promise<boolean> {
  return db.$transaction(async (tx) => {
    const { count } = await tx.user.updateMany({
      where: { id: userId, deletionAt: { lte: now } },
      data: { erasingAt: now },
    });
    if (count > 0) await tx.session.deleteMany({ where: { userId } });
    return count > 0;
  });
}

/** Whether the account's erasure has begun and is not finished. */
export async function isBeingErased(db: Db, userId: string): Promise<boolean> {
  const claimed = { id: userId, erasingAt: { not: null }, deletionAt: { lte: new Date() } };
  return (await db.user.count({ where: claimed })) > 0;
}
