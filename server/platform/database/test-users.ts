import type { Tx } from './db.ts';
import { createId } from '../ids.ts';

/*
 * Everything that an account's test tokens create belongs to a separate user (decision 121), so that queries by owner
 * never mix test data with real data.
 */

/** True for a user that represents an account's test tokens. */
export async function isTestUser(db: Pick<Tx, 'user'>, userId: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { testOf: true } });
  return user?.testOf != null;
}

/** The id of the user that represents the test tokens of `ownerId`, whose row the caller's transaction has locked. */
export async function openTestUser(tx: Pick<Tx, 'user'>, ownerId: string): Promise<string> {
  const found = await tx.user.findUnique({ where: { testOf: ownerId }, select: { id: true } });
  if (found) return found.id;
  const nobody = { email: '', emailKey: `test:${ownerId}`, passwordHash: '' };
  return (await tx.user.create({ data: { id: createId(), testOf: ownerId, ...nobody } })).id;
}

/** The person behind a user: its owner if it represents test tokens, else itself. */
export async function personOf(db: Pick<Tx, 'user'>, userId: string): Promise<string> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { testOf: true } });
  return user?.testOf ?? userId;
}
