import { randomBytes } from 'node:crypto';
import { programLimits } from '#shared/program-limits.ts';
import type { AccountToken } from '#server/generated/prisma/client.ts';
import { lockAccount } from '#server/platform/credentials.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { hashOfSecret } from '#server/platform/secrets.ts';
import { repeatInBatches } from '#server/platform/jobs/work-through.ts';
import { emailKeyOf } from './addresses/mailbox.ts';
import { milliseconds } from '#shared/durations.ts';

/** The purposes of a mailed link, with its lifetime in milliseconds. */
const lifetimes = {
  verify: 7 * milliseconds.day,
  reset: programLimits.account.resetMinutes * milliseconds.minute,
  keep: programLimits.account.deletionDays * milliseconds.day,
  'change-email': milliseconds.day,
  'undo-email': programLimits.account.undoDays * milliseconds.day,
} as const;

export type TokenPurpose = keyof typeof lifetimes;

interface Link {
  userId: string;
  purpose: TokenPurpose;
  email: string;
}

const randomToken = (): string => randomBytes(32).toString('base64url');
const rowOf = (link: Link) => ({
  ...link,
  emailKey: emailKeyOf(link.email),
  expiresAt: new Date(Date.now() + lifetimes[link.purpose]),
});

/** A new token for one link to one address: 256 random bits, of which only the SHA-256 is stored. */
export async function issueToken(tx: Tx, link: Link): Promise<string> {
  const token = randomToken();
  await tx.accountToken.create({ data: { ...rowOf(link), id: hashOfSecret(token) } });
  return token;
}

/**
 * Creates the record of a link that a job will mail, so that whatever ends such links also ends this one before it is
 * mailed. Returns the id for `fillToken`; until then no token opens it.
 */
export async function reserveToken(tx: Tx, link: Link): Promise<string> {
  const requestId = createId();
  const id = hashOfSecret(randomToken());
  await tx.accountToken.create({ data: { ...rowOf(link), id, requestId } });
  return requestId;
}

/** The token of a reserved link, replacing one that was not mailed; null if the link has been ended. */
export async function fillToken(tx: Tx, requestId: string): Promise<string | null> {
  const token = randomToken();
  const { count } = await tx.accountToken.updateMany({
    where: { requestId, expiresAt: { gt: new Date() } },
    data: { id: hashOfSecret(token) },
  });
  return count === 1 ? token : null;
}

/** The conditions on the record of a token that is valid for one of these purposes. */
const openedBy = (token: string, purposes: readonly TokenPurpose[]) => ({
  id: hashOfSecret(token),
  purpose: { in: [...purposes] },
  expiresAt: { gt: new Date() },
});

/**
 * Finds the record of a token without consuming it. Throws AppError `mail_link_unknown` unless it is a valid, unexpired
 * token for one of these purposes.
 */
export async function findToken(
  db: Pick<Tx, 'accountToken'>,
  token: string,
  purposes: readonly TokenPurpose[],
): Promise<AccountToken> {
  const found = await db.accountToken.findFirst({ where: openedBy(token, purposes) });
  if (!found) throw new AppError('mail_link_unknown');
  return found;
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
  const found = await findToken(tx, token, purposes);
  // First: what links do to an account ends other links of it, which wait for this one.
  await lockAccount(tx, found.userId);
  // The delete decides: of two concurrent uses only one deletes the row.
  const { count } = await tx.accountToken.deleteMany({ where: openedBy(token, purposes) });
  if (count === 0) throw new AppError('mail_link_unknown');
  return found;
}

/** Removes expired tokens. */
export async function removeExpiredTokens(db: Pick<Tx, 'accountToken'>, signal?: AbortSignal): Promise<void> {
  const where = { expiresAt: { lt: new Date() } };
  await repeatInBatches((limit) => db.accountToken.deleteMany({ where, limit }), signal);
}
