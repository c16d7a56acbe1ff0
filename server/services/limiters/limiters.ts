import { RateLimiterMemory } from 'rate-limiter-flexible';
import type { ErrorCode } from '#shared/errors.ts';
import type { RateLimitSetting } from '#server/config/setting-kinds.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';
import { networkOf, siteOf } from '#server/platform/network/network.ts';
import { keyOf, type Store, type Stores, stateOf, type ReportLimit, scaleLimit } from './stores.ts';

export interface RateLimiter {
  /**
   * Counts one request for `key`. Throws AppError `too_many_requests` (for new albums `too_many_albums_an_hour`) with
   * `retryAfterSeconds` once the limit is reached, and the database's error if it can't count: nothing passes
   * uncounted.
   */
  take(key: string, report?: ReportLimit): Promise<void>;
}

export interface UserLimiter extends RateLimiter {
  /**
   * Counts this many additional requests for a caller that `take` has admitted, when a request turns out to be worth
   * more than one. Never rejects the caller.
   */
  add(key: string, count: number): Promise<void>;
  /**
   * Runs `make`, and counts it only if it resolves with something new: else gives back what `take` has counted before.
   * Concurrent ones never exceed the limit. Throws like `take` and `make`.
   */
  countNew<Made>(
    key: string,
    report: ReportLimit,
    make: () => Promise<Made>,
    isNew?: (made: Made) => boolean,
  ): Promise<Made>;
}

export interface SessionLimiter {
  /** Counts a call; `changes` tells whether it changes anything. Throws like RateLimiter. */
  take(userId: string, call: { changes: boolean }, report: ReportLimit): Promise<void>;
}

/** The allowance of an IPv6 site (/48), one customer's 65,536 networks, as a multiple of the limit per address. */
export const siteAllowance = 3;

/** Limits by user id. */
export function createUserLimiter(
  { createStore, consume }: Stores,
  name: string,
  setting: RateLimitSetting,
  code?: ErrorCode,
): UserLimiter {
  const store = createStore(name, setting);
  const take: RateLimiter['take'] = (userId, report) =>
    consume(store, keyOf([userId]), { userId }, { code, report });
  return {
    take,
    async countNew(userId, report, make, isNew = () => true) {
      await take(userId, report);
      let counts = false;
      try {
        const made = await make();
        counts = isNew(made);
        return made;
      } finally {
        if (!counts) report(stateOf(store, await store.reward(keyOf([userId]))));
      }
    },
    async add(userId, count) {
      if (count > 0) await store.penalty(keyOf([userId]), count);
    },
  };
}

/** Limits by e-mail, case-insensitively. */
export function createEmailLimiter(
  { createStore, consume }: Stores,
  name: string,
  setting: RateLimitSetting,
): RateLimiter {
  const store = createStore(name, setting);
  return { take: (email) => consume(store, keyOf([email.toLowerCase()]), {}) };
}

function limitAddresses({ consume }: Stores, perNetwork: Store, perSite: Store): RateLimiter {
  return {
    async take(address, report) {
      await consume(perNetwork, keyOf([networkOf(address)]), { address }, { report });
      const site = siteOf(address);
      if (site) await consume(perSite, keyOf([site]), { address });
    },
  };
}

/** Limits by network, and for IPv6 also by site. */
export function createAddressLimiter(stores: Stores, name: string, setting: RateLimitSetting): RateLimiter {
  const perSite = stores.createStore(`${name}-site`, scaleLimit(setting, siteAllowance));
  return limitAddresses(stores, stores.createStore(name, setting), perSite);
}

/** Limits by address in this process's memory: counting such cheap calls must not cost a database write each. */
export function createAnonymousLimiter(stores: Stores): RateLimiter {
  // A page makes two calls without a session; a school or a company behind one address opens many pages.
  const { count, windowSeconds } = sharedResources.anonymousCalls.perAddress;
  const inMemory = (name: string, points: number) =>
    new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
  return limitAddresses(
    stores,
    inMemory('anonymous', count),
    inMemory('anonymous-site', count * siteAllowance),
  );
}

/**
 * Limits calls with a session by user id, in this process's memory for the same reason. Reported only when it is
 * reached: no page comes near it.
 */
export function createSessionLimiter({ consume }: Stores): SessionLimiter {
  const inMemory = (name: string, { count, windowSeconds }: RateLimitSetting) =>
    new RateLimiterMemory({ keyPrefix: name, points: count, duration: windowSeconds });
  const { sessionQueries, sessionChanges } = sharedResources;
  const queries = inMemory('session-queries', sessionQueries.perUser);
  const changes = inMemory('session-changes', sessionChanges.perUser);
  return {
    take: (userId, { changes: isChange }, report) =>
      consume(
        isChange ? changes : queries,
        keyOf([userId]),
        { userId },
        { report: (state) => (state.remaining === 0 ? report(state) : undefined) },
      ),
  };
}

/** Limits calls with tokens by user id, in this process's memory for the same reason. */
export function createTokenLimiter({ consume }: Stores): RateLimiter {
  const { count, windowSeconds } = sharedResources.tokenCalls.perUser;
  const store = new RateLimiterMemory({ keyPrefix: 'token', points: count, duration: windowSeconds });
  return { take: (userId, report) => consume(store, keyOf([userId]), { userId }, { report }) };
}
