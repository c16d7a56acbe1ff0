import type { Language } from '../../../shared/languages.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/queue.ts';
import type { AccountDeps } from './accounts.ts';
import { refuseCommon } from './common-passwords.ts';
import type { ActiveSession } from './sessions.ts';

type PasswordDeps = Pick<AccountDeps, 'db' | 'queue' | 'passwords'>;

/** Throws AppError `wrong_credentials` unless `password` is the user's; `service_unavailable`. */
export async function requirePassword(
  { db, passwords }: Pick<PasswordDeps, 'db' | 'passwords'>,
  userId: string,
  password: string,
): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  if (!(await passwords.verify(user?.passwordHash ?? null, password)))
    throw new AppError('wrong_credentials');
}

/**
 * Changes a user's password after verifying the current one; ends every other session and notifies the user by mail.
 * Throws AppError `wrong_credentials`, `password_common` or `service_unavailable`.
 */
export async function changePassword(
  deps: PasswordDeps,
  { user: { id: userId }, sessionId }: ActiveSession,
  { current, password, language }: { current: string; password: string; language: Language },
): Promise<void> {
  await requirePassword(deps, userId, current);
  await refuseCommon(password);
  const passwordHash = await deps.passwords.hash(password);
  await deps.db.$transaction(async (tx) => {
    await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
    await tx.accountToken.deleteMany({ where: { userId, purpose: 'reset' } });
    await enqueue(deps.queue, tx, 'account-mail', { kind: 'password-changed', userId, language });
  });
}
