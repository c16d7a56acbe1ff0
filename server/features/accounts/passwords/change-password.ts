import type { Language } from '#shared/languages.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { AccountDeps } from '../accounts.ts';
import { refuseCommon } from './common-passwords.ts';
import { endLinks } from '../credentials.ts';
import { holdPassword, requirePassword } from './password-check.ts';
import type { ActiveSession } from '../sessions.ts';

/**
 * Changes a user's password after verifying the current one; ends every other session and every pending link, and
 * notifies the user by mail. Throws AppError `wrong_credentials`, `password_common` or `service_unavailable`.
 */
export async function changePassword(
  deps: AccountDeps,
  { user: { id: userId }, sessionId }: Pick<ActiveSession, 'user' | 'sessionId'>,
  { current, password, language }: { current: string; password: string; language: Language },
): Promise<void> {
  const checked = await requirePassword(deps, userId, current);
  await refuseCommon(password);
  const passwordHash = await deps.passwords.hash(password);
  await deps.db.$transaction(async (tx) => {
    await holdPassword(tx, userId, checked);
    await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    await tx.session.deleteMany({ where: { userId, id: { not: sessionId } } });
    await tx.session.updateMany({ where: { id: sessionId }, data: { authenticatedAt: new Date() } });
    await endLinks(tx, userId);
    await enqueue(deps.queue, tx, 'account-mail', { kind: 'password-changed', userId, language });
  });
}
