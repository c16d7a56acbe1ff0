import { createHash } from 'node:crypto';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { Env, RateLimitSetting } from '../env.ts';
import { AppError } from '../platform/errors.ts';
import { networkOf } from './network.ts';

export interface RateLimiter {
  /**
   * Counts one request of whoever the keys name. Throws AppError `too_many_requests` with `retryAfterSeconds` once
   * the limit is reached, and the database's error if it can't count: nothing passes uncounted.
   */
  take(...keys: string[]): Promise<void>;
}

export interface LogInLimiter {
  /** Counts a try at `email` from `address`, before its password is looked at; throws as RateLimiter does. */
  take(address: string, email: string): Promise<void>;
  /**
   * The try was a success: it doesn't count, and this address's earlier ones at this e-mail are forgiven. For 30 days
   * no stranger's tries at this e-mail can keep this address out.
   */
  forgive(address: string, email: string): Promise<void>;
}

export interface RateLimiters {
  /** Keys: address and e-mail. */
  logIn: LogInLimiter;
  /** Key: address. */
  signUp: RateLimiter;
  /** Key: user id. */
  generate: RateLimiter;
  /** Key: user id. */
  album: RateLimiter;
  /** Key: user id. */
  checkout: RateLimiter;
  /** Key: user id. */
  confirm: RateLimiter;
}

/** How many times LIMIT_LOGIN is what one address may try in all, and what may be tried at one e-mail from anywhere. */
const logInAllowance = 10;

const knownSeconds = 30 * 24 * 60 * 60;

/** Nobody buys faster; each of these may cost a call to the payment provider. */
const checkoutLimit = { count: 30, windowSeconds: 600 };
/** Albums cost no credit: only what nobody clicks by hand is refused. */
const albumLimit = { count: 60, windowSeconds: 600 };
const confirmLimit = { count: 120, windowSeconds: 600 };

/** So that the table names nobody. */
function keyOf(parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url');
}

function createStore(pool: pg.Pool, name: string, { count, windowSeconds }: RateLimitSetting) {
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

async function consume(store: RateLimiterPostgres, key: string): Promise<void> {
  try {
    await store.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const retryAfterSeconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
    throw new AppError('too_many_requests', { retryAfterSeconds });
  }
}

function createLimiter(pool: pg.Pool, name: string, setting: RateLimitSetting): RateLimiter {
  const store = createStore(pool, name, setting);
  return { take: (...keys) => consume(store, keyOf(keys)) };
}

function createLogInLimiter(pool: pg.Pool, setting: RateLimitSetting): LogInLimiter {
  const wide = { ...setting, count: setting.count * logInAllowance };
  const perPair = createStore(pool, 'log-in', setting);
  const perAddress = createStore(pool, 'log-in-address', wide);
  const perEmail = createStore(pool, 'log-in-email', wide);
  /** From where whom has signed in before. */
  const known = createStore(pool, 'log-in-known', { count: 1, windowSeconds: knownSeconds });

  function keysOf(address: string, email: string) {
    const network = networkOf(address);
    return { pair: keyOf([network, email]), address: keyOf([network]), email: keyOf([email]) };
  }

  return {
    async take(address, email) {
      const keys = keysOf(address, email);
      // In this order, and no further than the first refusal: who is stopped here can't use up an e-mail's tries.
      await consume(perPair, keys.pair);
      await consume(perAddress, keys.address);
      if (!(await known.get(keys.pair))) await consume(perEmail, keys.email);
    },
    async forgive(address, email) {
      const keys = keysOf(address, email);
      await perPair.delete(keys.pair);
      await perAddress.reward(keys.address, 1);
      if (!(await known.get(keys.pair))) await perEmail.reward(keys.email, 1);
      await known.set(keys.pair, 1, knownSeconds);
    },
  };
}

/** The limits of `env`, counted in the database's `rate_limit` table: they hold across processes and restarts. */
export function createRateLimiters(
  pool: pg.Pool,
  env: Pick<Env, 'LIMIT_LOGIN' | 'LIMIT_SIGNUP' | 'LIMIT_GENERATE'>,
): RateLimiters {
  const signUp = createLimiter(pool, 'sign-up', env.LIMIT_SIGNUP);
  return {
    logIn: createLogInLimiter(pool, env.LIMIT_LOGIN),
    signUp: { take: (address = '') => signUp.take(networkOf(address)) },
    generate: createLimiter(pool, 'generate', env.LIMIT_GENERATE),
    album: createLimiter(pool, 'album', albumLimit),
    checkout: createLimiter(pool, 'checkout', checkoutLimit),
    confirm: createLimiter(pool, 'confirm', confirmLimit),
  };
}
