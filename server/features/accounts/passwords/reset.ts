import type { Credentials } from '#shared/schemas/auth.ts';
import type { Language } from '#shared/languages.ts';
import { seconds } from '#shared/durations.ts';
import { hashOfSecret } from '#server/platform/secrets.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { AccountDeps, SignedIn } from '../accounts.ts';
import { refuseCommon } from './common-passwords.ts';
import { endCredentials, endLinks } from '../credentials.ts';
import { presentUser, openSession } from '../sessions.ts';
import { emailKeyOf } from '../addresses/mailbox.ts';
import { useToken } from '../account-tokens.ts';
import { endBriefUndoes } from '../addresses/move-address.ts';
import { confirmAddress } from '../addresses/verification.ts';

/** How often a mail is sent to an address that many ask for. */
const slotSeconds = 10 * seconds.minute;

/**
 * Requests a mail with a link to reset the password of the account of `email`. The job looks the account up, so that
 * neither the answer nor its timing reveals whether there is one. `often`: it has been asked for so often that the mail
 * takes its turn: one in ten minutes. Nobody who asks for somebody else keeps the owner from a link.
 */
export async function requestReset(
  { db, queue }: Pick<AccountDeps, 'db' | 'queue'>,
  { email, language, often }: { email: string; language: Language; often: boolean },
): Promise<void> {
  // The key holds no address: a hash is enough to tell them apart.
  const inTurn = often ? { key: hashOfSecret(emailKeyOf(email)), slotSeconds } : {};
  await enqueue(queue, db, 'account-mail', { kind: 'reset', email, language }, inTurn);
}

/**
 * Sets a password with the token of such a mail, ends or suspends everything else that gives access to the account,
 * except a way back to an address that had it for a week or longer, and starts a new session; the address counts as
 * verified. Throws AppError `mail_link_unknown`, `password_common` (the token then stays valid) or
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
    await endBriefUndoes(tx, changed);
    if (changed.email === email) await confirmAddress(deps.queue, tx, userId);
    return {
      user: presentUser({ ...changed, verifiedAt: changed.verifiedAt ?? new Date() }),
      token: await openSession(tx, userId, userAgent),
    };
  });
}
