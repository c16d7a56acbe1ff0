import type { Request, Response } from 'express';
import type { Language } from '../../shared/languages.ts';
import { pageLanguageOf } from '../http/language.ts';
import { programLimits } from '../../shared/program-limits.ts';
import type { Deps } from '../deps.ts';
import type { Remember } from '../features/idempotency/run-once.ts';
import { type Caller, identify } from '../http/caller.ts';
import { AppError } from '../platform/errors.ts';
import { limitTeller } from '../http/limit-headers.ts';
import { clearSessionCookie, writeSessionCookie } from '../http/session-cookie.ts';

/** What every procedure gets, whichever door the call came through. */
export interface Context {
  deps: Deps;
  /** Who asks; null for an anonymous visitor. */
  auth: Caller | null;
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
  /** The caller's name for this call, under which it can be repeated; null without one. */
  idempotencyKey: string | null;
  /** Writes the answer of a call with such a name down, in the transaction of its effect; does nothing without one. */
  remember: Remember;
  /** Says in the answer how a limit stands, unless that has begun. */
  tellLimit: ReturnType<typeof limitTeller>;
  /** Says something beside the answer, unless that has begun. */
  setHeader(name: string, value: string): void;
  /** Ends the connection in the middle of the answer. */
  destroyAnswer(): void;
  /** True once this request was let in, and is not asked again. */
  uploadAdmitted: boolean;
}

/**
 * Reads who is calling from the token or the cookie; renews the session where due. Once for each request. Throws as
 * `identify`, and AppError `invalid_idempotency_key`.
 */
export async function createContext(deps: Deps, req: Request, res: Response): Promise<Context> {
  const tellLimit = limitTeller(res);
  return {
    deps,
    auth: await identify(deps, req, tellLimit),
    address: req.ip ?? 'unknown',
    userAgent: req.get('user-agent')?.slice(0, 300) ?? null,
    language: pageLanguageOf(req),
    setSessionCookie: (fresh) => writeSessionCookie(deps, res, fresh),
    clearSessionCookie: () => clearSessionCookie(deps, res),
    enterUpload: (userId) => deps.uploads.enter(userId, res),
    idempotencyKey: readIdempotencyKey(req),
    tellLimit,
    remember: async () => {},
    setHeader(name, value) {
      if (!res.headersSent) res.setHeader(name, value);
    },
    destroyAnswer: () => void res.destroy(),
    uploadAdmitted: false,
  };
}

/** The `Idempotency-Key` of a request that may change something. */
function readIdempotencyKey(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (key === undefined || req.method === 'GET') return null;
  if (!/^[\x20-\x7e]+$/.test(key) || key.length > programLimits.idempotency.maxKeyLength)
    throw new AppError('invalid_idempotency_key');
  return key;
}
