import { createHash, randomBytes } from 'node:crypto';
import { programLimits } from '../../../shared/program-limits.ts';
import type { AccountToken } from '../../generated/prisma/client.ts';
import type { Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';

const minutes = 60_000;
const days = 24 * 60 * minutes;

/** The purposes of a mailed link, with its lifetime in milliseconds. */
const lifetimes = {
  verify: 7 * days,
  reset: programLimits.account.resetMinutes * minutes,
  keep: programLimits.account.deletionDays * days,
  'change-email': days,
  'undo-email': programLimits.account.undoDays * days,
} as const;

export type TokenPurpose = keyof typeof lifetimes;

const idOf = (token: string): string => createHash('sha256').update(token).digest('hex');

/** A new token for one link to one address: 256 random bits, of which only the SHA-256 is stored. */
export async function issueToken(
  tx: Tx,
  { userId, purpose, email }: { userId: string; purpose: TokenPurpose; email: string },
): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const expiresAt = new Date(Date.now() + lifetimes[purpose]);
  await tx.accountToken.create({ data: { id: idOf(token), userId, purpose, email, expiresAt } });
  return token;
}

/**
 * Consumes a token, permanently once `tx` commits, and returns its record. Throws AppError `mail_link_unknown` unless
 * it is a valid, unexpired token for one of these purposes.
 */
export async function useToken(
  tx: Tx,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<AccountToken> {
  const id = idOf(token);
  const good = { id, purpose: { in: [...purposes] }, expiresAt: { gt: new Date() } };
  const found = await tx.accountToken.findFirst({ where: good });
  // The delete decides: of two concurrent uses only one deletes the row.
  const { count } = await tx.accountToken.deleteMany({ where: good });
  if (!found || count === 0) throw new AppError('mail_link_unknown');
  return found;
}

/** Removes expired tokens. */
export async function removeExpiredTokens(db: Pick<Tx, 'accountToken'>): Promise<void> {
  await db.accountToken.deleteMany({ where: { expiresAt: { lt: new Date() } } });
}
