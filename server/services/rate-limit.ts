import type pg from 'pg';
import type { Env } from '../config/env.ts';
import { sharedResources } from '../platform/concurrency/shared-resources.ts';
import type { Logger } from '../platform/logging/logger.ts';
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
  /** Codes typed on televisions. Key: address. */
  displayCode: RateLimiter;
  /** Other movements. Key: the id of the person. */
  movement: RateLimiter;
  /** Previews of videos. Key: the id of the person. */
  preview: RateLimiter;
  /** Recordings for films. Key: the id of the person. */
  audio: RateLimiter;
  /** Messages to webhooks on request. Key: the id of the person. */
  webhook: RateLimiter;
  /** Key: user id. */
  checkout: RateLimiter;
  /** Key: user id. */
  confirm: RateLimiter;
}

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
  const of = sharedResources;
  return {
    logIn: createLogInLimiter(stores, env.LIMIT_LOGIN),
    signUp: createAddressLimiter(stores, 'sign-up', env.LIMIT_SIGNUP),
    recovery: createAddressLimiter(stores, 'recovery', of.recoveries.perAddress),
    accountMail: createEmailLimiter(stores, 'account-mail', of.accountMails.perUser),
    anonymous: createAnonymousLimiter(stores),
    session: createSessionLimiter(stores),
    token: createTokenLimiter(stores),
    generate: createUserLimiter(stores, 'generate', env.LIMIT_GENERATE),
    tests: createUserLimiter(stores, 'test', of.tests.perUser),
    album: createUserLimiter(stores, 'album', of.albumRequests.perUser),
    exports: createUserLimiter(stores, 'export', of.exports.perUser),
    newAlbum: createUserLimiter(stores, 'new-album', of.newAlbums.perUser, 'too_many_albums_an_hour'),
    keepsake: createUserLimiter(stores, 'keepsake', of.keepsakes.perUser),
    box: createAddressLimiter(stores, 'box', of.boxPhotos.perAddress),
    report: createAddressLimiter(stores, 'report', of.reports.perAddress),
    frame: createUserLimiter(stores, 'frame', of.displayChanges.perUser),
    displayCode: createAddressLimiter(stores, 'display-code', of.displayCodes.perAddress),
    movement: createUserLimiter(stores, 'movement', of.movementRequests.perUser),
    preview: createUserLimiter(stores, 'preview', of.previews.perUser),
    audio: createUserLimiter(stores, 'audio', of.audioUploads.perUser),
    webhook: createUserLimiter(stores, 'webhook', of.webhookRequests.perUser),
    checkout: createUserLimiter(stores, 'checkout', of.checkouts.perUser),
    confirm: createUserLimiter(stores, 'confirm', of.confirmations.perUser),
  };
}
