import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { ErrorCode } from '../../shared/errors.ts';
import { limits } from '../../shared/limits.ts';
import { programLimits } from '../../shared/program-limits.ts';
import type { Env, RateLimitSetting } from '../env.ts';
import { AppError } from '../platform/errors.ts';
import type { Logger } from '../platform/logger.ts';
import { accountOf, logSecurityEvent, type SecurityDetails } from '../platform/security-log.ts';
import { networkOf, siteOf } from '../platform/network.ts';

/** A limit as its caller may know it. */
export interface LimitState {
  name: string;
  /** So many in a window of so many seconds. */
  quota: number;
  windowSeconds: number;
  /** What is left of it, and for how many seconds. */
  remaining: number;
  resetSeconds: number;
}

/** Is told how a limit stands after a request was counted, refused ones included. */
export type TellLimit = (state: LimitState) => void;

export interface RateLimiter {
  /**
   * Counts one request of whoever the key names. Throws AppError `too_many_requests` (of new
   * albums `too_many_albums_an_hour`) with `retryAfterSeconds` once the limit is reached, and the database's error if it
   * can't count: nothing passes uncounted.
   */
  take(key: string, tell?: TellLimit): Promise<void>;
}

export interface UserLimiter extends RateLimiter {
  /**
   * Counts so many more requests of a caller whom `take` has let in, as what it asked for turned out to be worth more than
   * one. Refuses none.
   */
  add(key: string, count: number): Promise<void>;
}

export interface LogInLimiter {
  /** Counts a try at `email` from `address`, before its password is looked at; throws as RateLimiter does. */
  take(address: string, email: string, tell?: TellLimit): Promise<void>;
  /**
   * The try was a success: it doesn't count, and this address's earlier ones at this e-mail are forgiven. For 30 days
   * no stranger's tries at this e-mail can keep this address out.
   */
  forgive(address: string, email: string): Promise<void>;
  /** The same for tries that name no e-mail, as those with a passkey: they count with all others of the address. */
  takeAddress(address: string, tell?: TellLimit): Promise<void>;
  forgiveAddress(address: string): Promise<void>;
}

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

/** How many times LIMIT_LOGIN is what one address may try in all, and what may be tried at one e-mail from anywhere. */
const logInAllowance = 10;

/** How many times a limit by address is what a whole IPv6 site (/48) may do: the 65,536 networks of one customer. */
const siteAllowance = 3;

const knownSeconds = 30 * 24 * 60 * 60;

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
/** A page asks for two things without a session; a school or a company behind one address opens many. */
const tokenLimit = { count: programLimits.tokens.maxCallsPerMinute, windowSeconds: 60 };
const anonymousLimit = { count: programLimits.anonymous.maxCallsPerMinute, windowSeconds: 60 };

/** So that the table names nobody. */
function keyOf(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function widened(setting: RateLimitSetting, times: number): RateLimitSetting {
  return { ...setting, count: setting.count * times };
}

type Store = RateLimiterPostgres | RateLimiterMemory;

function stateOf(
  { keyPrefix, points, duration }: Store,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
): LimitState {
  return {
    ...{ name: keyPrefix, quota: points, windowSeconds: duration, remaining: Math.max(0, remainingPoints) },
    resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
  };
}

/** Makes the counters of one server. */
function storesIn(pool: pg.Pool, logger: Logger) {
  function createStore(name: string, { count, windowSeconds }: RateLimitSetting) {
    return new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limit',
      tableCreated: true,
      keyPrefix: name,
      points: count,
      duration: windowSeconds,
    });
  }

  async function consume(
    store: Store,
    key: string,
    about: SecurityDetails,
    { code = 'too_many_requests', tell }: { code?: ErrorCode | undefined; tell?: TellLimit | undefined } = {},
  ): Promise<void> {
    try {
      const counted = await store.consume(key);
      tell?.(stateOf(store, counted));
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      tell?.(stateOf(store, refusal));
      // Once for each key and window: who goes on must not fill the log.
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
type Stores = ReturnType<typeof storesIn>;

function createUserLimiter(
  { createStore, consume }: Stores,
  name: string,
  setting: RateLimitSetting,
  code?: ErrorCode,
): UserLimiter {
  const store = createStore(name, setting);
  return {
    take: (userId, tell) => consume(store, keyOf([userId]), { userId }, { code, tell }),
    async add(userId, count) {
      if (count > 0) await store.penalty(keyOf([userId]), count);
    },
  };
}

function createEmailLimiter(
  { createStore, consume }: Stores,
  name: string,
  setting: RateLimitSetting,
): RateLimiter {
  const store = createStore(name, setting);
  return { take: (email) => consume(store, keyOf([email.toLowerCase()]), {}) };
}

function createAddressLimiter({ consume }: Stores, perNetwork: Store, perSite: Store): RateLimiter {
  return {
    async take(address, tell) {
      await consume(perNetwork, keyOf([networkOf(address)]), { address }, { tell });
      const site = siteOf(address);
      if (site) await consume(perSite, keyOf([site]), { address });
    },
  };
}

/**
 * By address, in this process's memory: what costs nearly nothing must not cost a write to the database to be counted.
 */
function createAnonymousLimiter(stores: Stores): RateLimiter {
  const { count, windowSeconds } = anonymousLimit;
  const inMemory = (name: string, points: number) =>
    new RateLimiterMemory({ keyPrefix: name, points, duration: windowSeconds });
  return createAddressLimiter(
    stores,
    inMemory('anonymous', count),
    inMemory('anonymous-site', count * siteAllowance),
  );
}

/** In this process's memory as well, and for the same reason. */
function createTokenLimiter({ consume }: Stores): RateLimiter {
  const { count, windowSeconds } = tokenLimit;
  const store = new RateLimiterMemory({ keyPrefix: 'token', points: count, duration: windowSeconds });
  return { take: (userId, tell) => consume(store, keyOf([userId]), { userId }, { tell }) };
}

function createLogInLimiter({ createStore, consume }: Stores, setting: RateLimitSetting): LogInLimiter {
  const wide = widened(setting, logInAllowance);
  const perPair = createStore('log-in', setting);
  const perAddress = createStore('log-in-address', wide);
  const perSite = createStore('log-in-site', widened(wide, siteAllowance));
  const perEmail = createStore('log-in-email', wide);
  /** From where whom has signed in before. */
  const known = createStore('log-in-known', { count: 1, windowSeconds: knownSeconds });

  function keysOf(address: string, email: string) {
    const network = networkOf(address);
    const site = siteOf(address);
    return {
      pair: keyOf([network, email]),
      address: keyOf([network]),
      site: site && keyOf([site]),
      email: keyOf([email]),
    };
  }

  async function forgiveAddress(address: string): Promise<void> {
    const site = siteOf(address);
    await perAddress.reward(keyOf([networkOf(address)]), 1);
    if (site) await perSite.reward(keyOf([site]), 1);
  }

  return {
    async takeAddress(address, tell) {
      const site = siteOf(address);
      await consume(perAddress, keyOf([networkOf(address)]), { address }, { tell });
      if (site) await consume(perSite, keyOf([site]), { address });
    },
    forgiveAddress,
    async take(address, email, tell) {
      const keys = keysOf(address, email);
      const about = { address, account: accountOf(email) };
      // In this order, and no further than the first refusal: who is stopped here can't use up an e-mail's tries.
      await consume(perPair, keys.pair, about, { tell });
      await consume(perAddress, keys.address, about);
      if (keys.site) await consume(perSite, keys.site, about);
      if (!(await known.get(keys.pair))) await consume(perEmail, keys.email, about);
    },
    async forgive(address, email) {
      const keys = keysOf(address, email);
      await perPair.delete(keys.pair);
      await forgiveAddress(address);
      if (!(await known.get(keys.pair))) await perEmail.reward(keys.email, 1);
      await known.set(keys.pair, 1, knownSeconds);
    },
  };
}

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
  const { createStore } = stores;
  const siteSignUp = widened(env.LIMIT_SIGNUP, siteAllowance);
  return {
    logIn: createLogInLimiter(stores, env.LIMIT_LOGIN),
    signUp: createAddressLimiter(
      stores,
      createStore('sign-up', env.LIMIT_SIGNUP),
      createStore('sign-up-site', siteSignUp),
    ),
    recovery: createAddressLimiter(
      stores,
      createStore('recovery', recoveryLimit),
      createStore('recovery-site', widened(recoveryLimit, siteAllowance)),
    ),
    accountMail: createEmailLimiter(stores, 'account-mail', accountMailLimit),
    anonymous: createAnonymousLimiter(stores),
    token: createTokenLimiter(stores),
    generate: createUserLimiter(stores, 'generate', env.LIMIT_GENERATE),
    tests: createUserLimiter(stores, 'test', testLimit),
    album: createUserLimiter(stores, 'album', albumLimit),
    exports: createUserLimiter(stores, 'export', exportLimit),
    newAlbum: createUserLimiter(stores, 'new-album', newAlbumLimit, 'too_many_albums_an_hour'),
    keepsake: createUserLimiter(stores, 'keepsake', keepsakeLimit),
    box: createAddressLimiter(
      stores,
      createStore('box', boxLimit),
      createStore('box-site', widened(boxLimit, siteAllowance)),
    ),
    report: createAddressLimiter(
      stores,
      createStore('report', reportLimit),
      createStore('report-site', widened(reportLimit, siteAllowance)),
    ),
    frame: createUserLimiter(stores, 'frame', frameLimit),
    checkout: createUserLimiter(stores, 'checkout', checkoutLimit),
    confirm: createUserLimiter(stores, 'confirm', confirmLimit),
  };
}
