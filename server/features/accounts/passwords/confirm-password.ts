import type { AccountDeps } from '../accounts.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { holdPassword, requirePassword } from './password-check.ts';
import type { ActiveSession } from '../sessions.ts';

/**
 * Records that the session's user has just given the password, for calls that require it. Throws AppError
 * `wrong_credentials` or `service_unavailable`.
 */
export async function confirmPassword(
  deps: Pick<AccountDeps, 'db' | 'passwords'>,
  { user, sessionId }: ActiveSession,
  password: string,
): Promise<void> {
  const checked = await requirePassword(deps, user.id, password);
  await deps.db.$transaction(async (tx) => {
    await holdPassword(tx, user.id, checked);
    await noteAuthentication(tx, sessionId);
  });
}

/** Records that the user of this session has authenticated again. Throws AppError `not_signed_in` if it has ended. */
export async function noteAuthentication(tx: Pick<Tx, 'session'>, sessionId: string): Promise<void> {
  const data = { authenticatedAt: new Date() };
  const { count } = await tx.session.updateMany({ where: { id: sessionId }, data });
  if (count === 0) throw new AppError('not_signed_in');
}
