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
  /**
   * Resolves when the body of this request, an upload of the user's, may be read; its place is free again when the
   * answer has ended. Throws as `UploadSlots` does.
   */
  enterUpload(userId: string): Promise<void>;
  /** Ends the connection in the middle of the answer. */
  destroyAnswer(): void;
  /** True once this request was let in, and is not asked again. */
  uploadAdmitted: boolean;
}

/** Reads who is calling from the cookie; renews the session where due. Once for each request. */
export async function createContext(deps: Deps, req: Request, res: Response): Promise<Context> {
  const token = readSessionToken(deps, req);
  return {
    deps,
    auth: token ? await deps.sessions.validate(token) : null,
    address: req.ip ?? 'unknown',
    setSessionCookie: (fresh) => writeSessionCookie(deps, res, fresh),
    clearSessionCookie: () => clearSessionCookie(deps, res),
    enterUpload: (userId) => deps.uploads.enter(userId, res),
    destroyAnswer: () => void res.destroy(),
    uploadAdmitted: false,
  };
}
