import type { Language } from '#shared/languages.ts';
import type { Deps } from '../composition/deps.ts';
import type { Asker } from '../platform/concurrency/shared-work.ts';
import type { ReportLimit } from '../services/limiters/stores.ts';
import type { StoreResult } from '../features/idempotency/run-once.ts';
import type { Caller } from './caller.ts';

/** What every procedure receives, whether called through tRPC or REST. */
export interface Context {
  deps: Deps;
  /** The authenticated caller; null for an anonymous visitor. */
  auth: Caller | null;
  /** The caller, authenticated now if the operation's access is by link. Throws AppError `invalid_token`. */
  identify(): Promise<Caller | null>;
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
  /** The same for a photo that is sent to a box, in the turn of the caller's address. */
  enterBox(boxId: string): Promise<void>;
  /** Runs work that has a line of its own for whoever sent this request: drawing, and reading whole films. */
  inOwnLine<T>(work: (asker: Asker) => Promise<T>): Promise<T>;
  /** False if only headers answer this request: to HEAD, or 304 as the caller has what bears this ETag. */
  sendsBytes(etag: string): boolean;
  /** The caller's idempotency key for this call; null without one. */
  idempotencyKey: string | null;
  /** Stores the answer of a call with such a key in the transaction of its effect; does nothing without a key. */
  storeResult: StoreResult;
  /** Reports the state of a limit in the response headers, unless they are sent already. */
  reportLimit: ReportLimit;
  /** Sets a response header, unless the headers are sent already. */
  setHeader(name: string, value: string): void;
  /** Closes the connection in the middle of the answer. */
  destroyResponse(): void;
  /** True if this request has been counted and admitted already, before its body was read. */
  admitted: boolean;
}
