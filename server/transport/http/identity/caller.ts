import type { Request } from 'express';
import type { Deps } from '#server/composition/deps.ts';
import type { ReportLimit } from '#server/services/limiters/stores.ts';
import { authenticateApiToken } from '#server/features/tokens/tokens.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Caller } from '#server/rpc/caller.ts';
import { readSessionToken } from './session-cookie.ts';

type CallerDeps = Pick<Deps, 'db' | 'publicUrl' | 'sessions' | 'limiters'>;

/** The bearer token of a request (RFC 6750), not validated; null without one. */
export function readBearer({ headers }: Pick<Request, 'headers'>): string | null {
  const [scheme, ...rest] = headers.authorization?.trim().split(/ +/) ?? [];
  return scheme?.toLowerCase() === 'bearer' ? rest.join(' ') : null;
}

/**
 * The caller of a request; null for an anonymous visitor. If a request has a token, its cookies are ignored. `report`
 * receives the state of the rate limit for tokens. Throws AppError `invalid_token` for a token that is not valid, and
 * `too_many_requests`.
 */
export async function identify(
  deps: CallerDeps,
  req: Pick<Request, 'headers' | 'ip'>,
  report?: ReportLimit,
): Promise<Caller | null> {
  const bearer = readBearer(req);
  if (bearer !== null) {
    const token = await authenticateApiToken(deps.db, bearer);
    // Calls with invalid tokens count against the limit of anonymous callers.
    await (token
      ? deps.limiters.token.take(token.ownerId, report)
      : deps.limiters.anonymous.take(req.ip ?? 'unknown', report));
    if (!token) throw new AppError('invalid_token');
    return { by: 'token', ...token };
  }
  const cookie = readSessionToken(deps, req);
  const session = cookie && (await deps.sessions.validate(cookie));
  return session ? { by: 'session', ...session } : null;
}
