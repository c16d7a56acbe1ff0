import type { Request } from 'express';
import type { Deps } from '../deps.ts';
import type { TellLimit } from '../deps/rate-limit.ts';
import { AppError } from '../platform/errors.ts';
import { identify, requireScope } from './caller.ts';

/**
 * The id of the user who asks, with a browser or with a token of the scope `read`; null where nobody is signed in. Throws
 * as `identify` and `requireScope` do.
 */
export async function viewerOf(
  deps: Pick<Deps, 'db' | 'publicUrl' | 'sessions' | 'limiters'>,
  req: Pick<Request, 'headers' | 'ip'>,
  tell?: TellLimit,
): Promise<string | null> {
  const caller = await identify(deps, req, tell);
  requireScope(caller, 'read');
  return caller && caller.user.id;
}

/**
 * The id of the person who asks with a browser, for what no program may have. Throws as `identify`, and AppError
 * `not_signed_in`, `token_not_allowed`.
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
