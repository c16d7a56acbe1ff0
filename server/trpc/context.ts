import type { Request, Response } from 'express';
import type { Language } from '../../shared/languages.ts';
import { pageLanguageOf } from '../http/language.ts';
import { programLimits } from '../../shared/program-limits.ts';
import type { Deps } from '../deps.ts';
import type { StoreAnswer } from '../features/idempotency/run-once.ts';
import { type Caller, identify } from '../http/caller.ts';
import { AppError } from '../platform/errors.ts';
import { networkOf } from '../platform/network.ts';
import { createLimitReporter } from '../http/limit-headers.ts';
import { clearSessionCookie, writeSessionCookie } from '../http/session-cookie.ts';

/** What every procedure receives, whether called through tRPC or REST. */
export interface Context {
  deps: Deps;
  /** The authenticated caller; null for an anonymous visitor. */
  auth: Caller | null;
  /** The caller's address, as reported by trusted proxies. */
  address: string;
  /** The caller's User-Agent; null if not sent. */
  userAgent: string | null;
  /** The language of mails to the caller. */
  language: Language;
  /** Sends a new session's token to the browser. */
  setSessionCookie(token: string): void;
  clearSessionCookie(): void;
  /**
   * Resolves when the body of this request, an upload by the user, may be read; the slot is released when the response
   * ends. Throws like `UploadSlots`.
   */
  enterUpload(userId: string): Promise<void>;
  /** The caller's idempotency key for this call; null without one. */
  idempotencyKey: string | null;
  /** Stores the answer of a call with such a key in the transaction of its effect; does nothing without a key. */
  storeAnswer: StoreAnswer;
  /** Reports the state of a limit in the response headers, unless they are sent already. */
  reportLimit: ReturnType<typeof createLimitReporter>;
  /** Sets a response header, unless the headers are sent already. */
  setHeader(name: string, value: string): void;
  /** Closes the connection in the middle of the answer. */
  destroyAnswer(): void;
  /** True if the next call of this request has been counted already, before its body was read. */
  callCounted: boolean;
  /** True once this request has been admitted, so that it is not checked again. */
  uploadAdmitted: boolean;
}

/**
 * Authenticates the caller by token or cookie, and extends the session if due. Called once per request. Throws like
 * `identify`, and AppError `invalid_idempotency_key`.
 */
export async function createContext(deps: Deps, req: Request, res: Response): Promise<Context> {
  const reportLimit = createLimitReporter(res);
  const auth = await identify(deps, req, reportLimit);
  const address = req.ip ?? 'unknown';
  const caller = { address: networkOf(address), ...(auth && { account: auth.user.email }) };
  return {
    // Whatever this request hashes waits in its caller's turn.
    deps: { ...deps, passwords: deps.passwords.for(caller) },
    auth,
    address,
    userAgent: req.get('user-agent')?.slice(0, 300) ?? null,
    language: pageLanguageOf(req),
    setSessionCookie: (fresh) => writeSessionCookie(deps, res, fresh),
    clearSessionCookie: () => clearSessionCookie(deps, res),
    enterUpload: (userId) => deps.uploads.enter(userId, res),
    idempotencyKey: readIdempotencyKey(req),
    reportLimit,
    storeAnswer: async () => {},
    setHeader(name, value) {
      if (!res.headersSent) res.setHeader(name, value);
    },
    destroyAnswer: () => void res.destroy(),
    callCounted: false,
    uploadAdmitted: false,
  };
}

/** The `Idempotency-Key` of a request that is not a GET; null without one. */
function readIdempotencyKey(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (key === undefined || req.method === 'GET') return null;
  if (!/^[\x20-\x7e]+$/.test(key) || key.length > programLimits.idempotency.maxKeyLength)
    throw new AppError('invalid_idempotency_key');
  return key;
}
