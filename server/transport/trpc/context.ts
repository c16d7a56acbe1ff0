import type { Request, Response } from 'express';
import { pageLanguageOf } from '../http/middleware/language.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { Deps } from '#server/composition/deps.ts';
import { identify } from '../http/identity/caller.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Context } from '#server/rpc/context.ts';
import { networkOf } from '#server/platform/network/network.ts';
import { createLimitReporter } from '../http/responses/limit-headers.ts';
import { inOwnLine } from '../http/responses/own-line.ts';
import { clearSessionCookie, writeSessionCookie } from '../http/identity/session-cookie.ts';

/**
 * Authenticates the caller by token or cookie, and extends the session if due; callers with a link (`byLink`) only when
 * asked. Called once per request. Throws like `identify`, and AppError `invalid_idempotency_key`.
 */
export async function createContext(
  deps: Deps,
  req: Request,
  res: Response,
  { byLink = false } = {},
): Promise<Context> {
  const reportLimit = createLimitReporter(res);
  const auth = byLink ? null : await identify(deps, req, reportLimit);
  const address = req.ip ?? 'unknown';
  const caller = { address: networkOf(address), ...(auth && { account: auth.user.email }) };
  return {
    // Whatever this request hashes waits in its caller's turn.
    deps: { ...deps, passwords: deps.passwords.for(caller) },
    auth,
    identify: async () => (byLink ? identify(deps, req) : auth),
    address,
    userAgent: req.get('user-agent')?.slice(0, 300) ?? null,
    language: pageLanguageOf(req),
    setSessionCookie: (fresh) => writeSessionCookie(deps, res, fresh),
    clearSessionCookie: () => clearSessionCookie(deps, res),
    enterUpload: (userId) => deps.uploads.enter(userId, res),
    enterBox: (boxId) => deps.uploads.enterBox(boxId, address, res),
    inOwnLine: (work) => inOwnLine(req, res, work),
    sendsBytes: (etag) => req.method !== 'HEAD' && !hasAlready(req, etag),
    idempotencyKey: readIdempotencyKey(req),
    reportLimit,
    storeResult: async () => {},
    setHeader(name, value) {
      if (!res.headersSent) res.setHeader(name, value);
    },
    destroyResponse: () => void res.destroy(),
    admitted: false,
  };
}

/** Whether the caller says to have what bears an ETag, or to have anything (`*`), as Express reads it for a 304. */
function hasAlready(req: Request, etag: string): boolean {
  const tags = req.get('if-none-match')?.split(',') ?? [];
  return tags.some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}

/** The `Idempotency-Key` of a request that is not a GET; null without one. */
function readIdempotencyKey(req: Request): string | null {
  const key = req.get('idempotency-key');
  if (key === undefined || req.method === 'GET') return null;
  if (!/^[\x20-\x7e]+$/.test(key) || key.length > programLimits.idempotency.maxKeyLength)
    throw new AppError('invalid_idempotency_key');
  return key;
}
