import type { Request, Response } from 'express';
import type { Deps } from '../deps.ts';
import { clearSessionCookie, readSessionToken, writeSessionCookie } from '../http/session-cookie.ts';
import type { ActiveSession } from '../features/accounts/sessions.ts';

/** What every procedure gets, whichever door the call came through. */
export interface Context {
  deps: Deps;
  /** Who asks; null for an anonymous visitor. */
  auth: ActiveSession | null;
  /** The caller's address, as far as trusted proxies tell it. */
  address: string;
  /** Hands the browser a new session's token. */
  setSessionCookie(token: string): void;
  clearSessionCookie(): void;
}

/** Reads who is calling from the cookie; renews the session where due. */
export async function createContext(deps: Deps, req: Request, res: Response): Promise<Context> {
  const token = readSessionToken(deps, req);
  return {
    deps,
    auth: token ? await deps.sessions.validate(token) : null,
    address: req.ip ?? 'unknown',
    setSessionCookie: (fresh) => writeSessionCookie(deps, res, fresh),
    clearSessionCookie: () => clearSessionCookie(deps, res),
  };
}
