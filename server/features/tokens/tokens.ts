import { limits } from '../../../shared/limits.ts';
import type { User } from '../../../shared/schemas/auth.ts';
import type { CreatedToken, NewToken, Token } from '../../../shared/schemas/tokens.ts';
import type { TokenScope } from '../../../shared/token-scopes.ts';
import type { ApiToken } from '../../generated/prisma/client.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { openTestUser } from '../../platform/test-users.ts';
import { createToken, hashOfToken, isTokenForm } from './token-format.ts';

const day = 24 * 3_600_000;
const minute = 60_000;

/** Whose program calls, and what it may do. */
export interface ActiveToken {
  /** For whom it acts: with a test token the user that stands for its owner's tests. */
  user: User;
  /** Whose token it is. */
  ownerId: string;
  test: boolean;
  tokenId: string;
  scopes: readonly TokenScope[];
}

/**
 * Makes a token for a user's program. What is returned holds the token itself, which nobody is ever told again. Throws
 * AppError `too_many_tokens`, however many are made at once.
 */
export function createApiToken(
  db: Db,
  userId: string,
  { name, scopes, test, expiresInDays }: NewToken,
  remember?: (tx: Tx, made: CreatedToken) => Promise<void>,
): Promise<CreatedToken> {
  return db.$transaction(async (tx) => {
    // Whoever makes another one at the same time waits here.
    await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId} FOR UPDATE`;
    if ((await tx.apiToken.count({ where: { userId } })) >= limits.tokens.max)
      throw new AppError('too_many_tokens');
    const now = Date.now();
    if (test) await openTestUser(tx, userId);
    const token = createToken({ test });
    const row = await tx.apiToken.create({
      data: {
        ...{ id: createId(), userId, name, scopes: [...new Set(scopes)], test },
        ...{ hash: hashOfToken(token), ending: token.slice(-4), createdAt: new Date(now) },
        expiresAt: expiresInDays === undefined ? null : new Date(now + expiresInDays * day),
      },
    });
    const made = { ...present(row), token };
    await remember?.(tx, made);
    return made;
  });
}

/** A user's tokens, the newest first, those that have expired included. */
export async function listApiTokens(db: Db, userId: string): Promise<Token[]> {
  const rows = await db.apiToken.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  return rows.map(present);
}

/** Makes a token worthless from this moment on. Throws AppError `token_not_found`, also for somebody else's. */
export async function revokeApiToken(db: Db, userId: string, id: string): Promise<void> {
  const { count } = await db.apiToken.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError('token_not_found');
}

/**
 * Whose token this is; null for whatever is none, whether it is mistyped, unknown, revoked or expired, and as
 * long as its account waits to be erased. Writes down that it was used, at most once a minute.
 */
export async function recogniseApiToken(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<ActiveToken | null> {
  if (!isTokenForm(token)) return null;
  const row = await db.apiToken.findUnique({
    where: { hash: hashOfToken(token) },
    include: {
      user: {
        select: {
          id: true,
          email: true,
          verifiedAt: true,
          deletionAt: true,
          testUser: { select: { id: true } },
        },
      },
    },
  });
  if (!row || (row.expiresAt && row.expiresAt.getTime() <= now)) return null;
  // Signed out everywhere; who keeps the account keeps its tokens.
  if (row.user.deletionAt) return null;
  const latest = new Date(now - minute);
  if (!row.lastUsedAt || row.lastUsedAt < latest) {
    await db.apiToken.updateMany({
      where: { id: row.id, OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: latest } }] },
      data: { lastUsedAt: new Date(now) },
    });
  }
  const { id: ownerId, email, verifiedAt, testUser } = row.user;
  const id = row.test ? testUser?.id : ownerId;
  if (id === undefined) return null;
  const user = { id, email, verified: verifiedAt !== null, deletesAt: null };
  return { user, ownerId, test: row.test, tokenId: row.id, scopes: scopesOf(row) };
}

/** Which of these tokens, by their ids, are still worth something. */
export async function findLastingTokens(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.apiToken.findMany({
    where: {
      id: { in: [...ids] },
      user: { deletionAt: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** The database checks what this column holds. */
const scopesOf = ({ scopes }: Pick<ApiToken, 'scopes'>) => scopes as TokenScope[];

function present(row: ApiToken): Token {
  const { id, name, test, ending, createdAt, expiresAt, lastUsedAt } = row;
  return {
    ...{ id, name, scopes: scopesOf(row), test, ending, createdAt: createdAt.toISOString() },
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
