import { createHash } from 'node:crypto';
import type pg from 'pg';
import { type RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorCode } from '#shared/errors.ts';
import type { RateLimitSetting } from '#server/config/setting-kinds.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import { logSecurityEvent, type SecurityDetails } from '#server/platform/logging/security-log.ts';

/** The state of a limit as reported to callers. */
export interface LimitState {
  name: string;
  /** This many requests per window of this many seconds. */
  quota: number;
  windowSeconds: number;
  /** The remaining requests, and the seconds until they reset. */
  remaining: number;
  resetSeconds: number;
}

/** Receives the state of a limit after each counted request, refused ones included. */
export type ReportLimit = (state: LimitState) => void;

/** Hashed, so that the table contains no personal data. */
export function keyOf(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

/** The setting with its count multiplied. */
export function scaleLimit(setting: RateLimitSetting, times: number): RateLimitSetting {
  return { ...setting, count: setting.count * times };
}

export type Store = RateLimiterPostgres | RateLimiterMemory;

/** The state of a limit after a request. */
export function stateOf(
  { keyPrefix, points, duration }: Store,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): LimitState {
  return {
    name: keyPrefix,
    quota: points,
    windowSeconds: duration,
    remaining: Math.max(0, remainingPoints),
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}

/** Creates the counters of one server. */
export function createStores(pool: pg.Pool, logger: Logger) {
  function createStore(name: string, { count, windowSeconds }: RateLimitSetting) {
    return new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      // `removeExpiredLimits` does it once for all.
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points: count,
      duration: windowSeconds,
    });
  }

  async function consume(
    store: Store,
    key: string,
    about: SecurityDetails,
    {
      code = 'too_many_requests',
      report,
    }: { code?: ErrorCode | undefined; report?: ReportLimit | undefined } = {},
  ): Promise<void> {
    try {
      const counted = await store.consume(key);
      report?.(stateOf(store, counted));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      report?.(stateOf(store, refusal));
      // Logged once per key and window: a caller that keeps trying must not fill the log.
      if (refusal.consumedPoints === store.points + 1)
        logSecurityEvent(logger, about.account ? 'sign_in_blocked' : 'limit_reached', {
          limit: store.keyPrefix,
          ...about,
        });
      const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
      throw new AppError(code, { retryAfterSeconds });
    }
  }

  return { createStore, consume };
}
export type Stores = ReturnType<typeof createStores>;
