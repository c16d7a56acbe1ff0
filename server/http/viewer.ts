import type { Request } from 'express';
import type { Deps } from '../deps.ts';
import { identify, requireScope } from './caller.ts';

/**
 * The id of the user who asks, with a browser or with a token of the scope `read`; null where nobody is signed in. Throws
 * as `identify` and `requireScope` do.
 */
export async function viewerOf(
  deps: Pick<Deps, 'db' | 'publicUrl' | 'sessions' | 'limiters'>,
  req: Pick<Request, 'headers' | 'ip'>,
): Promise<string | null> {
  const caller = await identify(deps, req);
  requireScope(caller, 'read');
  return caller && caller.user.id;
}
