import type { Request } from 'express';
import type { Deps } from '../deps.ts';
import type { TellLimit } from '../deps/rate-limit.ts';
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
