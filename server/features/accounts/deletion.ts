import type { Language } from '../../../shared/languages.ts';
import { programLimits } from '../../../shared/program-limits.ts';
import type { Db } from '../../platform/db.ts';
import { enqueue } from '../../platform/queue.ts';
import type { AccountDeps } from './accounts.ts';
import { requirePassword } from './change-password.ts';
import { useToken } from './tokens.ts';

/**
 * Has an account erased in 7 days, and signs it out everywhere; a mail says how to keep it. Returns when (ISO 8601); asked again, the
 * time stays. Throws AppError `wrong_credentials`, `service_unavailable`.
 */
export async function requestDeletion(
  deps: Pick<AccountDeps, 'db' | 'queue' | 'passwords'>,
  userId: string,
  { password, language }: { password: string; language: Language },
): Promise<string> {
  await requirePassword(deps, userId, password);
  return deps.db.$transaction(async (tx) => {
    const due = new Date(Date.now() + programLimits.account.deletionDays * 86_400_000);
    await tx.user.updateMany({ where: { id: userId, deletionAt: null }, data: { deletionAt: due } });
    await tx.session.deleteMany({ where: { userId } });
    await enqueue(deps.queue, tx, 'account-mail', { kind: 'deletion', userId, language });
    const { deletionAt } = await tx.user.findUniqueOrThrow({ where: { id: userId } });
    return (deletionAt ?? due).toISOString();
  });
}

/** The account stays. Does no harm to one that was to stay anyway. */
export async function keepAccount(db: Db, userId: string): Promise<void> {
  await db.$transaction([
    db.user.updateMany({ where: { id: userId }, data: { deletionAt: null } }),
    db.accountToken.deleteMany({ where: { userId, purpose: 'keep' } }),
  ]);
}

/** The same, by the link of the mail that told of the deletion. Throws AppError `mail_link_unknown`. */
export async function keepAccountByLink(db: Db, token: string): Promise<void> {
  await db.$transaction(async (tx) => {
    const { userId } = await useToken(tx, token, ['keep']);
    await tx.user.updateMany({ where: { id: userId }, data: { deletionAt: null } });
    await tx.accountToken.deleteMany({ where: { userId, purpose: 'keep' } });
  });
}

/** The ids of the accounts whose time has come. */
export async function dueForErasure(db: Db, now = new Date()): Promise<string[]> {
  const due = await db.user.findMany({ where: { deletionAt: { lte: now } }, select: { id: true } });
  return due.map(({ id }) => id);
}
