import { defaultLanguage, type Language } from '#shared/languages.ts';
import { appLimits } from '#shared/app-limits.ts';
import type { Credentials, User } from '#shared/schemas/auth.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { openAccount } from '../credits/ledger.ts';
import { refuseCommon } from './passwords/common-passwords.ts';
import { isDuplicate } from '#server/platform/database/errors.ts';
import { isDisposableEmail } from './addresses/disposable.ts';
import { emailKeyOf, mailboxKeyOf } from './addresses/mailbox.ts';
import type { PasswordHasher } from './passwords/passwords.ts';
import { holdPassword } from './passwords/password-check.ts';
import { openSession, presentUser } from './sessions.ts';
import { requireFree, lockAddresses } from './addresses/address.ts';
import { requestVerification } from './addresses/verification.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';

export interface AccountDeps {
  db: Db;
  queue: JobQueue;
  passwords: PasswordHasher;
}

/** The client that somebody signs in from. */
export interface SignInClient {
  /** The browser's User-Agent. */
  userAgent: string | null;
  /** The language of mails to the user. */
  language: Language;
}

const nowhere: SignInClient = { userAgent: null, language: defaultLanguage };

/** A user who has just signed in, with the session token for the browser. */
export interface SignedIn {
  user: User;
  token: string;
}

/** The free credits for a mailbox: the allowance for its first account, none for any later one. */
async function claimAllowance(tx: Tx, email: string): Promise<number> {
  const claimed = await tx.freeAllowance.createMany({
    data: { mailboxKey: mailboxKeyOf(email) },
    skipDuplicates: true,
  });
  return claimed.count * appLimits.credits.freeAllowance;
}

async function createUser(
  { db, queue }: AccountDeps,
  { email, passwordHash }: { email: string; passwordHash: string },
  { language, userAgent }: SignInClient,
): Promise<SignedIn> {
  const user = { id: createId(), email };
  try {
    return await db.$transaction(async (tx) => {
      await lockAddresses(tx, [email]);
      await requireFree(tx, user.id, email);
      await tx.user.create({ data: { ...user, emailKey: emailKeyOf(email), passwordHash } });
      await openAccount(tx, user.id, await claimAllowance(tx, email));
      await requestVerification(queue, tx, { userId: user.id, language });
      return {
        user: presentUser({ ...user, verifiedAt: null, deletionAt: null }),
        token: await openSession(tx, user.id, userAgent),
      };
    });
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('email_taken', { cause: error });
    throw error;
  }
}

/**
 * Opens an account with its free credits (none if its mailbox has had them), signs the owner in and requests the
 * verification mail without waiting for it. Stores the e-mail as typed. Takes validated credentials. Throws AppError
 * `disposable_email`, `password_common`, `email_taken` (compared case-insensitively; also while the address can be taken
 * back for another account) or `service_unavailable`.
 */
export async function signUp(
  deps: AccountDeps,
  { email, password }: Credentials,
  client: SignInClient = nowhere,
): Promise<SignedIn> {
  if (isDisposableEmail(email)) throw new AppError('disposable_email');
  await refuseCommon(password);
  return createUser(deps, { email, passwordHash: await deps.passwords.hash(password) }, client);
}

/**
 * Signs in with a new session. Throws AppError `wrong_credentials`, after the same work and with the same message,
 * whether the e-mail is unknown or the password wrong, or was changed while this call waited; `service_unavailable`.
 */
export async function signIn(
  deps: Omit<AccountDeps, 'queue'>,
  { email, password }: Credentials,
  { userAgent }: Pick<SignInClient, 'userAgent'> = nowhere,
): Promise<SignedIn> {
  const found = await deps.db.user.findUnique({ where: { emailKey: emailKeyOf(email) } });
  const matches = await deps.passwords.verify(found?.passwordHash ?? null, password);
  if (!found || !matches) throw new AppError('wrong_credentials');
  const token = await deps.db.$transaction(async (tx) => {
    await holdPassword(tx, found.id, found.passwordHash);
    return openSession(tx, found.id, userAgent);
  });
  return { user: presentUser(found), token };
}
