import type { Tx } from './db.ts';
import { createId } from './ids.ts';

/*
 * What an account's test tokens make belongs to a user of its own (decision 133), so that whatever is asked for by its
 * owner's id never mixes tests with the real thing.
 */

/** True for the user that stands for somebody's test tokens. */
export async function isTestUser(db: Pick<Tx, 'user'>, userId: string): Promise<boolean> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { testOf: true } });
  return user?.testOf != null;
}

/** The id of the user that stands for the test tokens of `ownerId`, whose row the caller's transaction has locked. */
export async function openTestUser(tx: Pick<Tx, 'user'>, ownerId: string): Promise<string> {
  const found = await tx.user.findUnique({ where: { testOf: ownerId }, select: { id: true } });
  if (found) return found.id;
  const nobody = { email: '', emailKey: `test:${ownerId}`, passwordHash: '' };
  return (await tx.user.create({ data: { id: createId(), testOf: ownerId, ...nobody } })).id;
}

/** The person behind a user: its owner where it stands for test tokens, else itself. */
export async function personOf(db: Pick<Tx, 'user'>, userId: string): Promise<string> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { testOf: true } });
  return user?.testOf ?? userId;
}
