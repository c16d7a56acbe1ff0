import type { Request } from 'express';
import type { Deps } from '../../composition/deps.ts';
import type { ReportLimit } from '../../services/limiters/stores.ts';
import { AppError } from '../../platform/errors.ts';
import { identify } from './caller.ts';
import { type Caller, requireScope } from '../../rpc/caller.ts';

/**
 * The requesting user, by session or by a token with scope `read`; null if not signed in. Throws like `identify` and
 * `requireScope`.
 */
export async function viewerOf(
  deps: Pick<Deps, 'db' | 'publicUrl' | 'sessions' | 'limiters'>,
  req: Pick<Request, 'headers' | 'ip'>,
  tell?: ReportLimit,
): Promise<{ userId: string; by: Caller['by'] } | null> {
  const caller = await identify(deps, req, tell);
  requireScope(caller, 'read');
  return caller && { userId: caller.user.id, by: caller.by };
}

/**
 * The id of the requesting user, by session only, for what tokens may not access. Throws like `identify`, and AppError
 * `not_signed_in` or `token_not_allowed`.
 */
export async function personOf(
  deps: Pick<Deps, 'db' | 'publicUrl' | 'sessions' | 'limiters'>,
  req: Pick<Request, 'headers' | 'ip'>,
): Promise<string> {
  const caller = await identify(deps, req);
  if (!caller) throw new AppError('not_signed_in');
  if (caller.by !== 'session') throw new AppError('token_not_allowed');
  return caller.user.id;
}
