import type { Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { emailKeyOf } from './mailbox.ts';

/** Serializes accounts that take or leave one of these addresses, until `tx` ends. */
export async function lockAddresses(tx: Tx, emails: readonly string[]): Promise<void> {
  // Sorted, so that two accounts that swap addresses don't wait for each other.
  for (const key of new Set(emails.map(emailKeyOf).toSorted()))
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))::text`;
}

/**
 * Throws AppError `email_taken` if another account uses the address, or can still take it back by the link that undoes a
 * change of address: whoever took over that account must not block its owner's way back.
 */
export async function requireFree(tx: Tx, userId: string, email: string): Promise<void> {
  const key = emailKeyOf(email);
  const taken = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM app_user WHERE email_key = ${key} AND id <> ${userId}
    UNION ALL
    SELECT 1 FROM account_token
    WHERE purpose = 'undo-email' AND user_id <> ${userId} AND expires_at > now()
      -- PostgreSQL's lower case is not JavaScript's; the former release stores no key.
      AND (email_key = ${key} OR (email_key IS NULL AND lower(email) = ${key}))`;
  if (taken.length > 0) throw new AppError('email_taken');
}
