import type pg from 'pg';
import { limits } from '../../shared/limits.ts';
import { programLimits } from '../../shared/program-limits.ts';
import type { Env } from '../env.ts';
import type { Logger } from '../platform/logger.ts';
import {
  createAddressLimiter,
  createAnonymousLimiter,
  createEmailLimiter,
  createTokenLimiter,
  createUserLimiter,
  type RateLimiter,
  type UserLimiter,
} from './limiters/limiters.ts';
import { createLogInLimiter, type LogInLimiter } from './limiters/log-in.ts';
import { storesIn } from './limiters/stores.ts';

export interface RateLimiters {
  /** Keys: address and e-mail. */
  logIn: LogInLimiter;
  /** Key: address. */
  signUp: RateLimiter;
  /** Asking for a new password, and setting it. Key: address. */
  recovery: RateLimiter;
  /** Archives of all that a user has. Key: user id. */
  exports: RateLimiter;
  /** Mails about an account that somebody asks for. Key: e-mail. */
  accountMail: RateLimiter;
  /** Calls of whoever is not signed in. Key: address. */
  anonymous: RateLimiter;
  /** Calls of a user's programs. Key: user id. */
  token: RateLimiter;
  /** Key: user id. */
  generate: UserLimiter;
  /** Videos that cost nothing. Key: user id. */
  tests: UserLimiter;
  /** Key: user id. */
  album: RateLimiter;
  /** Albums that are well asked for. Key: user id. */
  newAlbum: RateLimiter;
  /** Key: user id. */
  keepsake: RateLimiter;
  /** Photos sent to boxes. Key: address. */
  box: RateLimiter;
  /** Reports of shared films. Key: address. */
  report: RateLimiter;
  /** New and changed frames, new boxes. Key: user id. */
  frame: RateLimiter;
  /** Key: user id. */
  checkout: RateLimiter;
  /** Key: user id. */
  confirm: RateLimiter;
}

/** Nobody buys faster; each of these may cost a call to the payment provider. */
const checkoutLimit = { count: 30, windowSeconds: 600 };
/** Whatever comes of it: only what nobody clicks by hand is refused. */
const albumLimit = { count: 60, windowSeconds: 600 };
const newAlbumLimit = { count: limits.album.maxPerHour, windowSeconds: 3600 };
/** Each costs as much as the photos on it. */
const keepsakeLimit = { count: 60, windowSeconds: 600 };
/** A family at one table sends an album's worth; each photo costs its decoding. */
const boxLimit = { count: 40, windowSeconds: 3600 };
/** Whoever reports a film does so once; a few are a family's. */
const reportLimit = { count: 10, windowSeconds: 3600 };
const frameLimit = { count: 60, windowSeconds: 600 };
const testLimit = { count: programLimits.tokens.maxTestsPerDay, windowSeconds: 24 * 60 * 60 };
const confirmLimit = { count: 120, windowSeconds: 600 };
const recoveryLimit = { count: 30, windowSeconds: 3600 };
/** Each reads and writes all of a user's files. */
const exportLimit = { count: 5, windowSeconds: 24 * 60 * 60 };
const accountMailLimit = { count: 5, windowSeconds: 3600 };

/**
 * The limits of `env`, counted in the database's `rate_limit` table: they hold across processes and restarts. That of
 * anonymous calls, and that of calls with a token, are each process's own. The first refusal of each is a security event.
 */
export function createRateLimiters(
  pool: pg.Pool,
  env: Pick<Env, 'LIMIT_LOGIN' | 'LIMIT_SIGNUP' | 'LIMIT_GENERATE'>,
  logger: Logger,
): RateLimiters {
  const stores = storesIn(pool, logger);
  return {
    logIn: createLogInLimiter(stores, env.LIMIT_LOGIN),
    signUp: createAddressLimiter(stores, 'sign-up', env.LIMIT_SIGNUP),
    recovery: createAddressLimiter(stores, 'recovery', recoveryLimit),
    accountMail: createEmailLimiter(stores, 'account-mail', accountMailLimit),
    anonymous: createAnonymousLimiter(stores),
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
    checkout: createUserLimiter(stores, 'checkout', checkoutLimit),
    confirm: createUserLimiter(stores, 'confirm', confirmLimit),
  };
}
