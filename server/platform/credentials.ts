import type { Tx } from './database/db.ts';
import { AppError } from './errors.ts';

/*
 * What opens something without the password: tokens, frames, boxes, webhooks. A recovered account suspends them until
 * their owner keeps or ends them (decision 161).
 */

/** The condition of every lookup of a credential: suspended ones count as absent. */
export const inForce = { suspendedAt: null } as const;

/**
 * The condition of a user whose account is not to be erased: a person, or the user that represents their test tokens.
 */
export const staying = { deletionAt: null, NOT: { owner: { deletionAt: { not: null } } } } as const;

/**
 * Locks the account whose session or token makes this call until `tx` ends, so that what the call creates is complete
 * before a recovery of the account looks for it. Resolves with the account's id. Throws AppError `not_signed_in` if that
 * session or token has ended meanwhile.
 */
export async function lockCaller(tx: Tx, credentialId: string): Promise<string> {
  const userId = await ownerOf(tx, credentialId);
  if (userId !== null) {
    await lockAccount(tx, userId);
    // Read again: whoever held the lock may have ended it.
    if ((await ownerOf(tx, credentialId)) === userId) return userId;
  }
  throw new AppError('not_signed_in');
}

/** Locks an account's row until `tx` ends. */
export async function lockAccount(tx: Tx, userId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`;
}

async function ownerOf(tx: Tx, credentialId: string): Promise<string | null> {
  const [owner] = await tx.$queryRaw<{ user_id: string }[]>`
    SELECT user_id FROM session WHERE id = ${credentialId}
    UNION ALL
    SELECT user_id FROM api_token WHERE id = ${credentialId} AND suspended_at IS NULL`;
  return owner?.user_id ?? null;
}
