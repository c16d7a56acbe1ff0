import type { Credentials, User } from '../../../shared/schemas/auth.ts';
import type { Language } from '../../../shared/languages.ts';
import { enqueue } from '../../platform/queue.ts';
import type { AccountDeps, SignedIn } from './accounts.ts';
import { refuseCommon } from './common-passwords.ts';
import { presentUser } from './present-user.ts';
import { useToken } from './tokens.ts';
import { confirmAddress } from './verification.ts';

/**
 * Asks for a mail with which the password of the account of `email` can be reset. Does nothing else, whether there is such an account
 * or not: looking for it is the job's, so that neither answer nor time tells.
 */
export async function requestReset(
  { db, queue }: Pick<AccountDeps, 'db' | 'queue'>,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  await enqueue(queue, db, 'account-mail', { kind: 'reset', email, language });
}

/**
 * Sets a password by the token of such a mail, ends all sessions, removes all passkeys and begins a new session; the address counts as verified. Throws AppError
 * `mail_link_unknown`, `password_common` (the token then still holds), `service_unavailable`.
 */
export async function resetPassword(
  deps: AccountDeps,
  { token, password }: { token: string; password: Credentials['password'] },
  userAgent: string | null,
): Promise<SignedIn> {
  await refuseCommon(password);
  const passwordHash = await deps.passwords.hash(password);
  const user = await deps.db.$transaction(async (tx): Promise<User> => {
    const { userId, email } = await useToken(tx, token, ['reset']);
    const changed = await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    await tx.accountToken.deleteMany({ where: { userId, purpose: 'reset' } });
    await tx.session.deleteMany({ where: { userId } });
    await tx.passkey.deleteMany({ where: { userId } });
    if (changed.email === email) await confirmAddress(deps.queue, tx, userId);
    return presentUser({ ...changed, verifiedAt: changed.verifiedAt ?? new Date() });
  });
  return { user, token: await deps.sessions.create(user.id, userAgent) };
}
