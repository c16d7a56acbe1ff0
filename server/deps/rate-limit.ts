import type pg from 'pg';
import { limits } from '../../shared/limits.ts';
import { programLimits } from '../../shared/program-limits.ts';
import type { Env } from '../env.ts';
import { sharedResources } from '../platform/shared-resources.ts';
import type { Logger } from '../platform/logger.ts';
import {
  createAddressLimiter,
  createAnonymousLimiter,
  createEmailLimiter,
  createSessionLimiter,
  createTokenLimiter,
  createUserLimiter,
  type RateLimiter,
  type SessionLimiter,
  type UserLimiter,
} from './limiters/limiters.ts';
import { createLogInLimiter, type LogInLimiter } from './limiters/log-in.ts';
import { createStores } from './limiters/stores.ts';

export interface RateLimiters {
  /** Keys: address and e-mail. */
  logIn: LogInLimiter;
  /** Key: address. */
  signUp: RateLimiter;
  /** Requesting a new password, and setting it. Key: address. */
  recovery: RateLimiter;
  /** Exports of a user's data. Key: user id. */
  exports: UserLimiter;
  /** Account mails that anybody can request. Key: e-mail. */
  accountMail: RateLimiter;
  /** Calls without authentication. Key: address. */
  anonymous: RateLimiter;
  /** Calls with a session. Key: user id. */
  session: SessionLimiter;
  /** Calls with a user's tokens. Key: user id. */
  token: RateLimiter;
  /** Key: user id. */
  generate: UserLimiter;
  /** Free test videos. Key: user id. */
  tests: UserLimiter;
  /** Key: user id. */
  album: RateLimiter;
  /** Accepted albums. Key: user id. */
  newAlbum: UserLimiter;
  /** Key: user id. */
  keepsake: RateLimiter;
  /** Photos sent to boxes. Key: address. */
  box: RateLimiter;
  /** Reports of shared films. Key: address. */
  report: RateLimiter;
  /** New and changed frames, new boxes. Key: user id. */
  frame: RateLimiter;
  /** Other movements. Key: the id of the person. */
  movement: RateLimiter;
  /** Messages to webhooks on request. Key: the id of the person. */
  webhook: RateLimiter;
  /** Key: user id. */
  checkout: RateLimiter;
  /** Key: user id. */
  confirm: RateLimiter;
}

/** More than any buyer needs; each may cost a call to the payment provider. */
const checkoutLimit = { count: 30, windowSeconds: 600 };
/** Counts all requests, whatever their outcome: only automated use reaches it. */
const albumLimit = { count: 60, windowSeconds: 600 };
const newAlbumLimit = { count: limits.album.maxPerHour, windowSeconds: 3600 };
/** The cost of each grows with its photos. */
const keepsakeLimit = { count: 60, windowSeconds: 600 };
/** An album's worth for a family on one network; each photo costs its decoding. */
const boxLimit = { count: 40, windowSeconds: 3600 };
/** One person reports a film once; the rest is for others at the same address. */
const reportLimit = { count: 10, windowSeconds: 3600 };
const frameLimit = { count: 60, windowSeconds: 600 };
const testLimit = { count: programLimits.tokens.maxTestsPerDay, windowSeconds: 24 * 60 * 60 };
const confirmLimit = { count: 120, windowSeconds: 600 };
const recoveryLimit = { count: 30, windowSeconds: 3600 };
/** Each reads and writes all of a user's files. */
const exportLimit = { count: 5, windowSeconds: 24 * 60 * 60 };
const accountMailLimit = { count: 5, windowSeconds: 3600 };

/**
 * Creates the limiters of `env`, counted in the database's `rate_limit` table: they hold across processes and restarts.
 * The limits of anonymous calls and of calls with a token are per process. The first refusal by each is a security
 * event.
 */
export function createRateLimiters(
  pool: pg.Pool,
  env: Pick<Env, 'LIMIT_LOGIN' | 'LIMIT_SIGNUP' | 'LIMIT_GENERATE'>,
  logger: Logger,
): RateLimiters {
  const stores = createStores(pool, logger);
  return {
    logIn: createLogInLimiter(stores, env.LIMIT_LOGIN),
    signUp: createAddressLimiter(stores, 'sign-up', env.LIMIT_SIGNUP),
    recovery: createAddressLimiter(stores, 'recovery', recoveryLimit),
    accountMail: createEmailLimiter(stores, 'account-mail', accountMailLimit),
    anonymous: createAnonymousLimiter(stores),
    session: createSessionLimiter(stores),
    token: createTokenLimiter(stores),
    generate: createUserLimiter(stores, 'generate', env.LIMIT_GENERATE),
    tests: createUserLimiter(stores, 'test', testLimit),
    album: createUserLimiter(stores, 'album', albumLimit),
    exports: createUserLimiter(stores, 'export', exportLimit),
    newAlbum: createUserLimiter(stores, 'new-album', newAlbumLimit, 'too_many_albums_an_hour'),
    keepsake: createUserLimiter(stores, 'keepsake', keepsakeLimit),
    box: createAddressLimiter(stores, 'box', boxLimit),
    report: createAddressLimiter(stores, 'report', reportLimit),
    frame: createUserLimiter(stores, 'frame', frameLimit),
    movement: createUserLimiter(stores, 'movement', sharedResources.movementRequests.perUser),
    webhook: createUserLimiter(stores, 'webhook', sharedResources.webhookRequests.perUser),
    checkout: createUserLimiter(stores, 'checkout', checkoutLimit),
    confirm: createUserLimiter(stores, 'confirm', confirmLimit),
  };
}
