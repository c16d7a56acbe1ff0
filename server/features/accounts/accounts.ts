import type { PgBoss } from 'pg-boss';
import { defaultLanguage, type Language } from '../../../shared/languages.ts';
import { appLimits } from '../../../shared/app-limits.ts';
import type { Credentials, User } from '../../../shared/schemas/auth.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { openAccount } from '../credits/ledger.ts';
import { refuseCommon } from './common-passwords.ts';
import { isDuplicate } from './duplicate.ts';
import { isDisposableEmail } from './disposable.ts';
import { emailKeyOf, mailboxKeyOf } from './mailbox.ts';
import type { PasswordHasher } from './passwords.ts';
import type { Sessions } from './sessions.ts';
import { presentUser } from './present-user.ts';
import { requestVerification } from './verification.ts';

export interface AccountDeps {
  db: Db;
  queue: PgBoss;
  passwords: PasswordHasher;
  sessions: Pick<Sessions, 'create'>;
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
  { email, passwordHash, language }: { email: string; passwordHash: string; language: Language },
): Promise<User> {
  const user = { id: createId(), email };
  try {
    await db.$transaction(async (tx) => {
      await tx.user.create({ data: { ...user, emailKey: emailKeyOf(email), passwordHash } });
      await openAccount(tx, user.id, await claimAllowance(tx, email));
      await requestVerification(queue, tx, { userId: user.id, language });
    });
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('email_taken', { cause: error });
    throw error;
  }
  return presentUser({ ...user, verifiedAt: null, deletionAt: null });
}

/**
 * Opens an account with its free credits (none if its mailbox has had them), signs the owner in and requests the
 * verification mail without waiting for it. Stores the e-mail as typed. Takes validated credentials. Throws AppError
 * `disposable_email`, `password_common`, `email_taken` (compared case-insensitively) or `service_unavailable`.
 */
export async function signUp(
  deps: AccountDeps,
  { email, password }: Credentials,
  { userAgent, language }: SignInClient = nowhere,
): Promise<SignedIn> {
  if (isDisposableEmail(email)) throw new AppError('disposable_email');
  await refuseCommon(password);
  const user = await createUser(deps, { email, language, passwordHash: await deps.passwords.hash(password) });
  return { user, token: await deps.sessions.create(user.id, userAgent) };
}

/**
 * Signs in with a new session. Throws AppError `wrong_credentials`, after the same work and with the same message,
 * whether the e-mail is unknown or the password wrong; `service_unavailable`.
 */
export async function signIn(
  deps: Omit<AccountDeps, 'queue'>,
  { email, password }: Credentials,
  { userAgent }: Pick<SignInClient, 'userAgent'> = nowhere,
): Promise<SignedIn> {
  const found = await deps.db.user.findUnique({ where: { emailKey: emailKeyOf(email) } });
  const matches = await deps.passwords.verify(found?.passwordHash ?? null, password);
  if (!found || !matches) throw new AppError('wrong_credentials');
  return { user: presentUser(found), token: await deps.sessions.create(found.id, userAgent) };
}
