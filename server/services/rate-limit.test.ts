import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { readEnv } from '../config/env.ts';
import { AppError } from '../platform/errors.ts';
import { openDatabase } from '../platform/database/db.ts';
import { createLogger } from '../platform/logging/logger.ts';
import type { LimitState } from './limiters/stores.ts';
import { createRateLimiters, type RateLimiters } from './rate-limit.ts';

const env = readEnv({});
const logger = createLogger('silent');

let testDatabase: TestDatabase;
let limiters: RateLimiters;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  await testDatabase.database.pool.query('TRUNCATE rate_limit');
  limiters = createRateLimiters(testDatabase.database.pool, env, logger);
});

/** How many of `times` attempts pass before the first refusal. */
async function passes(times: number, attempt: (index: number) => Promise<void>): Promise<number> {
  for (let index = 0; index < times; index++) {
    try {
      await attempt(index);
    } catch (error) {
      if (error instanceof AppError && error.code === 'too_many_requests') return index;
      throw error;
    }
  }
  return times;
}

test('reports the state of the limit to the caller, up to and including the refusal', async () => {
  const states: LimitState[] = [];
  const report = (state: LimitState) => void states.push(state);
  await passes(11, () => limiters.generate.take('user', report));
  expect(states.map(({ remaining }) => remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]);
  expect(states[10]).toEqual({
    name: 'generate',
    quota: 10,
    windowSeconds: 60,
    remaining: 0,
    resetSeconds: expect.any(Number),
  });
  expect(states[10]?.resetSeconds).toBeGreaterThan(0);
  expect(states[10]?.resetSeconds).toBeLessThanOrEqual(60);
});

describe('any limit', () => {
  test('allows its quota, then refuses with a retry delay', async () => {
    expect(await passes(30, () => limiters.generate.take('user'))).toBe(10);
    const refusal = await limiters.generate.take('user').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'too_many_requests' });
    const { retryAfterSeconds = 0 } = refusal as AppError;
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('is counted per key and per limit', async () => {
    await passes(30, () => limiters.generate.take('one'));
    await expect(limiters.generate.take('another')).resolves.toBeUndefined();
    await expect(limiters.signUp.take('one')).resolves.toBeUndefined();
  });

  test('holds across processes and for concurrent calls', async () => {
    const elsewhere = openDatabase(testDatabase.url);
    const second = createRateLimiters(elsewhere.pool, env, logger);
    const tries = Array.from({ length: 40 }, (_each, index) =>
      (index % 2 ? limiters : second).generate.take('user'),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await elsewhere.close();
  });

  test('resets when its window ends', async () => {
    await passes(30, () => limiters.generate.take('user'));
    await testDatabase.database.pool.query('UPDATE rate_limit SET expire = $1', [Date.now() - 1]);
    await expect(limiters.generate.take('user')).resolves.toBeUndefined();
  });

  test('follows the settings', async () => {
    const strict = createRateLimiters(
      testDatabase.database.pool,
      readEnv({ LIMIT_GENERATE: '2/1h' }),
      logger,
    );
    expect(await passes(5, () => strict.generate.take('user'))).toBe(2);
  });

  test('allows nothing while the database is unavailable', async () => {
    const other = await createTestDatabase();
    const cut = createRateLimiters(other.database.pool, env, logger);
    await other.drop();
    const failure = await cut.signUp.take('192.0.2.1').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(AppError);
  });

  test('stores no addresses or e-mails in its table', async () => {
    await limiters.logIn.take('192.0.2.1', 'nonna@example.com');
    await limiters.signUp.take('192.0.2.1');
    const { rows } = await testDatabase.database.pool.query('SELECT key FROM rate_limit');
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/nonna|192\.0\.2/);
  });
});

test('sign-up counts all networks of an IPv6 site as three addresses', async () => {
  const networks = (index: number) => `2001:db8:1:${index.toString(16)}::1`;
  expect(await passes(80, (index) => limiters.signUp.take(networks(index)))).toBe(60);
  await limiters.signUp.take('2001:db8:2::1');
});

test('an address makes 600 calls a minute without a session, its IPv6 site 1,800', async () => {
  expect(await passes(700, () => limiters.anonymous.take('192.0.2.1'))).toBe(600);
  await limiters.anonymous.take('192.0.2.2');
  expect(await passes(2000, (index) => limiters.anonymous.take(`2001:db8:1:${index}::1`))).toBe(1800);
});

test('allows 40 new albums an hour, and refuses more with an error code of its own', async () => {
  for (let index = 0; index < 40; index += 1) await limiters.newAlbum.take('user');
  const refusal = limiters.newAlbum.take('user');
  await expect(refusal).rejects.toMatchObject({ code: 'too_many_albums_an_hour' });
  await expect(refusal).rejects.toSatisfy(({ retryAfterSeconds }: AppError) => retryAfterSeconds! > 3500);
});

test('only what came about is counted against the limit of new albums, also of concurrent ones', async () => {
  const states: LimitState[] = [];
  const make = (made: () => Promise<string>) =>
    limiters.newAlbum.countNew(
      'user',
      (state) => void states.push(state),
      made,
      (text) => text === 'new',
    );
  const refusal = new AppError('video_not_ready');
  for (let index = 0; index < 41; index += 1) {
    await expect(make(() => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(await make(() => Promise.resolve('known'))).toBe('known');
  }
  expect(states.at(-1)).toMatchObject({ name: 'new-album', quota: 40, remaining: 40 });
  const made = await Promise.allSettled(Array.from({ length: 60 }, () => make(() => Promise.resolve('new'))));
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(40);
});

test('a limit is logged once per window, with the account as a hash only', async () => {
  const lines: string[] = [];
  const logger = createLogger('warn', { write: (line) => lines.push(line) });
  const told = createRateLimiters(testDatabase.database.pool, env, logger);
  await passes(20, () => told.logIn.take('192.0.2.1', 'Nonna@example.com'));
  await Promise.allSettled(
    Array.from({ length: 5 }, () => told.logIn.take('192.0.2.1', 'Nonna@example.com')),
  );
  await Promise.allSettled(Array.from({ length: 20 }, () => told.generate.take('user-1')));
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    // The first 16 digits of the SHA-256 of nonna@example.com.
    expect.objectContaining({
      event: 'sign_in_blocked',
      limit: 'log-in',
      address: '192.0.2.1',
      account: '2d5976eaf6e34d1e',
    }),
    expect.objectContaining({ event: 'limit_reached', limit: 'generate', userId: 'user-1' }),
  ]);
  expect(lines.join('')).not.toMatch(/nonna/i);
});

test('sign-up counts a whole IPv6 network as one address', async () => {
  expect(await passes(40, (index) => limiters.signUp.take(`2001:db8:1:2::${index.toString(16)}`))).toBe(20);
  await limiters.signUp.take('2001:db8:1:3::1');
});

describe('signing in', () => {
  const nonna = 'nonna@example.com';

  test('allows 10 wrong passwords from one address for one e-mail', async () => {
    expect(await passes(30, () => limiters.logIn.take('192.0.2.1', nonna))).toBe(10);
  });

  test('an attacker at another address does not lock the owner out', async () => {
    await Promise.allSettled(Array.from({ length: 300 }, () => limiters.logIn.take('192.0.2.1', nonna)));
    expect(await passes(10, () => limiters.logIn.take('198.51.100.1', nonna))).toBe(10);
  });

  test('wrong passwords for one account do not count against others behind the same address', async () => {
    await passes(30, () => limiters.logIn.take('192.0.2.1', 'grandson@example.com'));
    await expect(limiters.logIn.take('192.0.2.1', nonna)).resolves.toBeUndefined();
  });

  test('allows 100 tries in all from one address for many e-mails', async () => {
    expect(await passes(200, (index) => limiters.logIn.take('192.0.2.1', `user${index}@example.com`))).toBe(
      100,
    );
    await limiters.logIn.take('198.51.100.1', 'user150@example.com');
  });

  test('allows 300 tries in all from one IPv6 site for many e-mails', async () => {
    const guess = (index: number) =>
      limiters.logIn.take(`2001:db8:1:${index}::1`, `user${index}@example.com`);
    expect(await passes(400, guess)).toBe(300);
  });

  test('allows 100 tries in all for one e-mail from many addresses', async () => {
    expect(await passes(200, (index) => limiters.logIn.take(`192.0.2.${index}`, nonna))).toBe(100);
    await limiters.logIn.take('192.0.2.1', 'grandson@example.com');
  });

  test('an address that signed in before is not locked out by tries from other addresses', async () => {
    await limiters.logIn.take('203.0.113.1', nonna);
    await limiters.logIn.forgive('203.0.113.1', nonna);
    await passes(200, (index) => limiters.logIn.take(`192.0.2.${index}`, nonna));
    expect(await passes(30, () => limiters.logIn.take('203.0.113.1', nonna))).toBe(10);
  });

  test('successful sign-ins are never counted', async () => {
    const comeAndGo = async () => {
      await limiters.logIn.take('192.0.2.1', nonna);
      await limiters.logIn.forgive('192.0.2.1', nonna);
    };
    expect(await passes(150, comeAndGo)).toBe(150);
  });

  test('a successful sign-in resets the count of earlier mistakes', async () => {
    expect(await passes(9, () => limiters.logIn.take('192.0.2.1', nonna))).toBe(9);
    await limiters.logIn.take('192.0.2.1', nonna);
    await limiters.logIn.forgive('192.0.2.1', nonna);
    expect(await passes(30, () => limiters.logIn.take('192.0.2.1', nonna))).toBe(10);
  });

  test('an attacker gains nothing by signing in to an own account in between', async () => {
    const guess = async (index: number) => {
      await limiters.logIn.take('192.0.2.1', 'his-own@example.com');
      await limiters.logIn.forgive('192.0.2.1', 'his-own@example.com');
      await limiters.logIn.take('192.0.2.1', `victim${index}@example.com`);
    };
    expect(await passes(200, guess)).toBeLessThanOrEqual(100);
  });
});
