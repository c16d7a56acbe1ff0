import type { Language } from '#shared/languages.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { User } from '#shared/schemas/auth.ts';
import type { CreatedToken, NewToken, Token } from '#shared/schemas/tokens.ts';
import type { TokenScope } from '#shared/token-scopes.ts';
import type { ApiToken } from '#server/generated/prisma/client.ts';
import { inForce, lockAccount, lockCaller } from '#server/platform/credentials.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { hashOfSecret } from '#server/platform/secrets.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { openTestUser } from '#server/platform/database/test-users.ts';
import { createToken, hasTokenFormat } from './token-format.ts';
import { milliseconds } from '#shared/durations.ts';

/** An authenticated token: its user and its scopes. */
export interface ActiveToken {
  /** The user it acts as: for a test token, its owner's test user. */
  user: User;
  /** The user it belongs to. */
  ownerId: string;
  test: boolean;
  tokenId: string;
  scopes: readonly TokenScope[];
}

interface TokenDeps {
  db: Db;
  queue: JobQueue;
}

/** The user, and the session that creates the token for them; null if an operator does. */
interface TokenMaker {
  userId: string;
  sessionId: string | null;
  /** Of the mail that notifies the user. */
  language: Language;
}

/**
 * Creates an API token and notifies the user by mail. The result contains the token itself, which can't be retrieved
 * again. Throws AppError `too_many_tokens`, also with concurrent requests, and `not_signed_in` if the session has ended.
 */
export function createApiToken(
  { db, queue }: TokenDeps,
  { userId, sessionId, language }: TokenMaker,
  { name, scopes, test, expiresInDays }: NewToken,
  storeResult?: (tx: Tx, made: CreatedToken) => Promise<void>,
): Promise<CreatedToken> {
  return db.$transaction(async (tx) => {
    // Also serializes concurrent creations for one user.
    await (sessionId === null ? lockAccount(tx, userId) : lockCaller(tx, sessionId));
    if ((await tx.apiToken.count({ where: { userId, ...inForce } })) >= programLimits.tokens.max)
      throw new AppError('too_many_tokens');
    const now = Date.now();
    if (test) await openTestUser(tx, userId);
    const token = createToken({ test });
    const row = await tx.apiToken.create({
      data: {
        id: createId(),
        userId,
        name,
        scopes: [...new Set(scopes)],
        test,
        hash: hashOfSecret(token),
        ending: token.slice(-4),
        createdAt: new Date(now),
        expiresAt: expiresInDays === undefined ? null : new Date(now + expiresInDays * milliseconds.day),
      },
    });
    await enqueue(queue, tx, 'account-mail', { kind: 'token-created', userId, language });
    const made = { ...present(row), token };
    await storeResult?.(tx, made);
    return made;
  });
}

/** A user's tokens, newest first, including expired ones but no suspended ones. */
export async function listApiTokens(db: Db, userId: string): Promise<Token[]> {
  const rows = await db.apiToken.findMany({
    where: { userId, ...inForce },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  return rows.map(present);
}

/** Revokes a token, effective immediately. Throws AppError `token_not_found`, also for somebody else's. */
export async function revokeApiToken(db: Db, userId: string, id: string): Promise<void> {
  const { count } = await db.apiToken.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError('token_not_found');
}

/**
 * Authenticates a token; null if it is malformed, unknown, revoked, suspended or expired, or while its account is scheduled for
 * deletion. Records the time of use at most once a minute.
 */
export async function authenticateApiToken(
  db: Db,
  token: string,
  now = Date.now(),
): Promise<ActiveToken | null> {
  if (!hasTokenFormat(token)) return null;
  const row = await db.apiToken.findUnique({
    where: { hash: hashOfSecret(token), ...inForce },
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
  // Scheduling the deletion signs out everywhere; if the user keeps the account, its tokens work again.
  if (row.user.deletionAt) return null;
  const latest = new Date(now - milliseconds.minute);
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

/** Which of these token ids are still valid. */
export async function findValidTokens(db: Db, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db.apiToken.findMany({
    where: {
      id: { in: [...ids] },
      ...inForce,
      user: { deletionAt: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    select: { id: true },
  });
  return new Set(rows.map(({ id }) => id));
}

/** A CHECK constraint guarantees the type. */
const scopesOf = ({ scopes }: Pick<ApiToken, 'scopes'>) => scopes as TokenScope[];

function present(row: ApiToken): Token {
  const { id, name, test, ending, createdAt, expiresAt, lastUsedAt } = row;
  return {
    id,
    name,
    scopes: scopesOf(row),
    test,
    ending,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
