import type { Credentials } from '#shared/schemas/auth.ts';
import type { Language } from '#shared/languages.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { AccountDeps, SignedIn } from '../accounts.ts';
import { refuseCommon } from './common-passwords.ts';
import { endCredentials, endLinks } from '../credentials.ts';
import { presentUser, openSession } from '../sessions.ts';
import { useToken } from '../account-tokens.ts';
import { confirmAddress } from '../addresses/verification.ts';

/**
 * Requests a mail with a link to reset the password of the account of `email`. The job looks the account up, so that
 * neither the answer nor its timing reveals whether there is one.
 */
export async function requestReset(
  { db, queue }: Pick<AccountDeps, 'db' | 'queue'>,
  { email, language }: { email: string; language: Language },
): Promise<void> {
  await enqueue(queue, db, 'account-mail', { kind: 'reset', email, language });
}

/**
 * Sets a password with the token of such a mail, ends or suspends everything else that gives access to the account, and
 * starts a new session; the address counts as verified. Throws AppError `mail_link_unknown`, `password_common` (the token then stays valid) or
 * `service_unavailable`.
 */
export async function resetPassword(
  deps: AccountDeps,
  { token, password }: { token: string; password: Credentials['password'] },
  userAgent: string | null,
): Promise<SignedIn> {
  await refuseCommon(password);
  const passwordHash = await deps.passwords.hash(password);
  return deps.db.$transaction(async (tx) => {
    const { userId, email } = await useToken(tx, token, ['reset']);
    const changed = await tx.user.update({ where: { id: userId }, data: { passwordHash } });
    await endCredentials(tx, userId);
    await endLinks(tx, userId);
    if (changed.email === email) await confirmAddress(deps.queue, tx, userId);
    return {
      user: presentUser({ ...changed, verifiedAt: changed.verifiedAt ?? new Date() }),
      token: await openSession(tx, userId, userAgent),
    };
  });
}
