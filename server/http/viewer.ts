import type { Request } from 'express';
import type { Deps } from '../deps.ts';
import { readSessionToken } from './session-cookie.ts';

/** The id of the user whose browser asks; null where nobody is signed in. */
export async function viewerOf(
  deps: Pick<Deps, 'publicUrl' | 'sessions'>,
  req: Pick<Request, 'headers'>,
): Promise<string | null> {
  const token = readSessionToken(deps, req);
  const session = token && (await deps.sessions.validate(token));
  return session ? session.user.id : null;
}
