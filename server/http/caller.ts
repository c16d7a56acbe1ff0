import type { Request } from 'express';
import type { TokenScope } from '../../shared/token-scopes.ts';
import type { Deps } from '../deps.ts';
import type { TellLimit } from '../deps/limiters/stores.ts';
import type { ActiveSession } from '../features/accounts/sessions.ts';
import { type ActiveToken, recogniseApiToken } from '../features/tokens/tokens.ts';
import { AppError } from '../platform/errors.ts';
import { readSessionToken } from './session-cookie.ts';

/** Who calls, and how that is known: a browser by its session, a program by its token. */
export type Caller = ({ by: 'session' } & ActiveSession) | ({ by: 'token' } & ActiveToken);

type CallerDeps = Pick<Deps, 'db' | 'publicUrl' | 'sessions' | 'limiters'>;

/** True where a program tries things out: nothing is paid for. */
export const isTest = (caller: Caller): boolean => caller.by === 'token' && caller.test;

/** What a request carries as a bearer token (RFC 6750), whatever it is; null without one. */
export function readBearer({ headers }: Pick<Request, 'headers'>): string | null {
  const [scheme, ...rest] = headers.authorization?.trim().split(/ +/) ?? [];
  return scheme?.toLowerCase() === 'bearer' ? rest.join(' ') : null;
}

/**
 * Who calls; null for an anonymous visitor. A request with a token is judged by it alone, whatever cookie it carries.
 * `tell` hears of the limit on tokens. Throws AppError `invalid_token` for whatever is not a token that is worth something, and `too_many_requests`.
 */
export async function identify(
  deps: CallerDeps,
  req: Pick<Request, 'headers' | 'ip'>,
  tell?: TellLimit,
): Promise<Caller | null> {
  const bearer = readBearer(req);
  if (bearer !== null) {
    const token = await recogniseApiToken(deps.db, bearer);
    // Whoever tries tokens is a stranger.
    await (token
      ? deps.limiters.token.take(token.ownerId, tell)
      : deps.limiters.anonymous.take(req.ip ?? 'unknown', tell));
    if (!token) throw new AppError('invalid_token');
    return { by: 'token', ...token };
  }
  const cookie = readSessionToken(deps, req);
  const session = cookie && (await deps.sessions.validate(cookie));
  return session ? { by: 'session', ...session } : null;
}

/**
 * Throws AppError `token_not_allowed` where a program does what takes no `scope`, because only people may, and
 * `token_scope_missing` where its token lacks the scope. Lets people and visitors pass.
 */
export function requireScope(caller: Caller | null, scope: TokenScope | undefined): void {
  if (caller?.by !== 'token') return;
  if (scope === undefined) throw new AppError('token_not_allowed');
  if (!caller.scopes.includes(scope)) throw new AppError('token_scope_missing');
}
