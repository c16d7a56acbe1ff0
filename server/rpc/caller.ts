import { programLimits } from '#shared/program-limits.ts';
import type { TokenScope } from '#shared/token-scopes.ts';
import type { ActiveSession } from '../features/accounts/sessions.ts';
import type { ActiveToken } from '../features/tokens/tokens.ts';
import { AppError } from '../platform/errors.ts';
import { milliseconds } from '#shared/durations.ts';

/** The authenticated caller: a browser with a session, or a program with a token. */
export type Caller = ({ by: 'session' } & ActiveSession) | ({ by: 'token' } & ActiveToken);

/** Whose idempotency keys and webhooks a caller uses: the person's own, or those of one token. */
export const ownerOf = (caller: Caller): { userId: string; tokenId: string | null } => ({
  userId: caller.user.id,
  tokenId: caller.by === 'token' ? caller.tokenId : null,
});

/** The id of the session or token that makes a call. */
export const credentialIdOf = (caller: Caller): string =>
  caller.by === 'session' ? caller.sessionId : caller.tokenId;

/** True for calls with a test token, which cost nothing. */
export const isTest = (caller: Caller): boolean => caller.by === 'token' && caller.test;

/** The id of the person behind a caller: limits of what one person may use count their test tokens too. */
export const personIdOf = (caller: Caller): string =>
  caller.by === 'token' ? caller.ownerId : caller.user.id;

/**
 * Throws AppError `password_needed` if the session's user last gave the password or a passkey more than ten minutes ago:
 * a stolen session must not create what outlives it. Does nothing for tokens and anonymous visitors.
 */
export function requireRecentPassword(caller: Caller | null): void {
  if (caller?.by !== 'session') return;
  const age = Date.now() - caller.authenticatedAt.getTime();
  if (age > programLimits.account.confirmedMinutes * milliseconds.minute)
    throw new AppError('password_needed');
}

/**
 * Throws AppError `token_not_allowed` if a token is used for an operation without a `scope`, which only people may
 * perform, and `token_scope_missing` if the token lacks the scope. Does nothing for sessions and anonymous visitors.
 */
export function requireScope(caller: Caller | null, scope: TokenScope | undefined): void {
  if (caller?.by !== 'token') return;
  if (scope === undefined) throw new AppError('token_not_allowed');
  if (!caller.scopes.includes(scope)) throw new AppError('token_scope_missing');
}
