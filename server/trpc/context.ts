import type { Request, Response } from 'express';
import type { Language } from '../../shared/languages.ts';
import type { Deps } from '../deps.ts';
import { clearSessionCookie, readSessionToken, writeSessionCookie } from '../http/session-cookie.ts';
import { languageOf } from '../http/language.ts';
import type { ActiveSession } from '../features/accounts/sessions.ts';

/** What every procedure gets, whichever door the call came through. */
export interface Context {
  deps: Deps;
  /** Who asks; null for an anonymous visitor. */
  auth: ActiveSession | null;
  /** The caller's address, as far as trusted proxies tell it. */
  address: string;
  /** What the caller's browser calls itself; null if it doesn't say. */
  userAgent: string | null;
  /** What mails to the caller are written in. */
  language: Language;
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
    userAgent: req.get('user-agent')?.slice(0, 300) ?? null,
    language: languageOf(req),
    setSessionCookie: (fresh) => writeSessionCookie(deps, res, fresh),
    clearSessionCookie: () => clearSessionCookie(deps, res),
    enterUpload: (userId) => deps.uploads.enter(userId, res),
    destroyAnswer: () => void res.destroy(),
    uploadAdmitted: false,
  };
}
