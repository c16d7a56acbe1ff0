import type { Request, Response } from 'express';
import type { Deps } from '../deps.ts';
import { type Caller, identify } from '../http/caller.ts';
import { clearSessionCookie, writeSessionCookie } from '../http/session-cookie.ts';

/** What every procedure gets, whichever door the call came through. */
export interface Context {
  deps: Deps;
  /** Who asks; null for an anonymous visitor. */
  auth: Caller | null;
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

/** Reads who is calling from the token or the cookie; renews the session where due. Once for each request. Throws as `identify`. */
export async function createContext(deps: Deps, req: Request, res: Response): Promise<Context> {
  return {
    deps,
    auth: await identify(deps, req),
    address: req.ip ?? 'unknown',
    setSessionCookie: (fresh) => writeSessionCookie(deps, res, fresh),
    clearSessionCookie: () => clearSessionCookie(deps, res),
    enterUpload: (userId) => deps.uploads.enter(userId, res),
    destroyAnswer: () => void res.destroy(),
    uploadAdmitted: false,
  };
}
