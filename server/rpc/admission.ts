import type { TokenScope } from '#shared/token-scopes.ts';
import { AppError } from '../platform/errors.ts';
import { type Caller, requireScope } from './caller.ts';
import type { Context } from './context.ts';

/**
 * Counts a call of a signed-in person against the general limit; those of tokens have been counted. Throws AppError
 * `too_many_requests`.
 */
export async function countCall(
  { deps, auth, reportLimit }: Context,
  call: { changes: boolean },
): Promise<void> {
  if (auth?.by === 'session') await deps.limiters.session.take(auth.user.id, call, reportLimit);
}

/**
 * Checks what can be checked before the body of a call that needs a caller is read: authentication, limits, the token's
 * scope. Throws AppError `not_signed_in`, `too_many_requests`, `token_not_allowed` or `token_scope_missing`.
 */
export async function admitCall(
  ctx: Context,
  { scope, changes }: { scope: TokenScope | undefined; changes: boolean },
): Promise<void> {
  await requireCaller(ctx, scope);
  await countCall(ctx, { changes });
}

/**
 * The caller, with the token's scope checked. Anonymous calls are counted, and refused. Throws AppError `not_signed_in`,
 * `too_many_requests`, `token_not_allowed` or `token_scope_missing`.
 */
export async function requireCaller(
  { deps, auth, address, reportLimit }: Context,
  scope: TokenScope | undefined,
): Promise<Caller> {
  if (!auth) {
    await deps.limiters.anonymous.take(address, reportLimit);
    throw new AppError('not_signed_in');
  }
  requireScope(auth, scope);
  return auth;
}
