import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../tests/support/database.ts';
import { readEnv } from '../env.ts';
import { AppError } from '../platform/errors.ts';
import { openDatabase } from '../platform/db.ts';
import { createLogger } from '../platform/logger.ts';
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

test('whoever asks is told how the limit stands, up to its refusal', async () => {
  const told: LimitState[] = [];
  const tell = (state: LimitState) => void told.push(state);
  await passes(11, () => limiters.generate.take('user', tell));
  expect(told.map(({ remaining }) => remaining)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0]);
  expect(told[10]).toEqual({
    ...{ name: 'generate', quota: 10, windowSeconds: 60, remaining: 0 },
    resetSeconds: expect.any(Number),
  });
  expect(told[10]?.resetSeconds).toBeGreaterThan(0);
  expect(told[10]?.resetSeconds).toBeLessThanOrEqual(60);
});

describe('any limit', () => {
  test('lets through what it says, then refuses and tells for how long', async () => {
    expect(await passes(30, () => limiters.generate.take('user'))).toBe(10);
    const refusal = await limiters.generate.take('user').catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: 'too_many_requests' });
    const { retryAfterSeconds = 0 } = refusal as AppError;
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(60);
  });

  test('is each one’s own', async () => {
    await passes(30, () => limiters.generate.take('one'));
    await expect(limiters.generate.take('another')).resolves.toBeUndefined();
    await expect(limiters.signUp.take('one')).resolves.toBeUndefined();
  });

  test('holds across processes, and for those that come at once', async () => {
    const elsewhere = openDatabase(testDatabase.url);
    const second = createRateLimiters(elsewhere.pool, env, logger);
    const tries = Array.from({ length: 40 }, (_each, index) =>
      (index % 2 ? limiters : second).generate.take('user'),
    );
    const outcomes = await Promise.allSettled(tries);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
    await elsewhere.close();
  });

  test('ends with its window', async () => {
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

  test('lets nothing through when the database is away', async () => {
    const other = await createTestDatabase();
    const cut = createRateLimiters(other.database.pool, env, logger);
    await other.drop();
    const failure = await cut.signUp.take('192.0.2.1').catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(AppError);
  });

  test('names nobody in its table', async () => {
    await limiters.logIn.take('192.0.2.1', 'nonna@example.com');
    await limiters.signUp.take('192.0.2.1');
    const { rows } = await testDatabase.database.pool.query('SELECT key FROM rate_limit');
    expect(rows).toHaveLength(4);
    expect(JSON.stringify(rows)).not.toMatch(/nonna|192\.0\.2/);
  });
});

test('signing up counts an IPv6 site as three addresses, however many networks it has', async () => {
  const networks = (index: number) => `2001:db8:1:${index.toString(16)}::1`;
  expect(await passes(80, (index) => limiters.signUp.take(networks(index)))).toBe(60);
  await limiters.signUp.take('2001:db8:2::1');
});

test('without a session an address makes 600 calls a minute, its IPv6 site 1,800', async () => {
  expect(await passes(700, () => limiters.anonymous.take('192.0.2.1'))).toBe(600);
  await limiters.anonymous.take('192.0.2.2');
  expect(await passes(2000, (index) => limiters.anonymous.take(`2001:db8:1:${index}::1`))).toBe(1800);
});

test('40 new albums an hour, in words of their own', async () => {
  for (let index = 0; index < 40; index += 1) await limiters.newAlbum.take('user');
  const refusal = limiters.newAlbum.take('user');
  await expect(refusal).rejects.toMatchObject({ code: 'too_many_albums_an_hour' });
  await expect(refusal).rejects.toSatisfy(({ retryAfterSeconds }: AppError) => retryAfterSeconds! > 3500);
});

test('the log tells of a limit once in its window, and whom it stopped without naming them', async () => {
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

test('signing up counts a whole IPv6 network as one', async () => {
  expect(await passes(40, (index) => limiters.signUp.take(`2001:db8:1:2::${index.toString(16)}`))).toBe(20);
  await limiters.signUp.take('2001:db8:1:3::1');
});

describe('signing in', () => {
  const nonna = 'nonna@example.com';

  test('10 wrong passwords from one address for one e-mail', async () => {
    expect(await passes(30, () => limiters.logIn.take('192.0.2.1', nonna))).toBe(10);
  });

  test('an attacker elsewhere does not keep the owner out', async () => {
    await Promise.allSettled(Array.from({ length: 300 }, () => limiters.logIn.take('192.0.2.1', nonna)));
    expect(await passes(10, () => limiters.logIn.take('198.51.100.1', nonna))).toBe(10);
  });

  test('a family behind one address: what one of them mistypes is not held against the others', async () => {
    await passes(30, () => limiters.logIn.take('192.0.2.1', 'grandson@example.com'));
    await expect(limiters.logIn.take('192.0.2.1', nonna)).resolves.toBeUndefined();
  });

  test('one address and many e-mails: 100 tries in all', async () => {
    expect(await passes(200, (index) => limiters.logIn.take('192.0.2.1', `user${index}@example.com`))).toBe(
      100,
    );
    await limiters.logIn.take('198.51.100.1', 'user150@example.com');
  });

  test('one IPv6 site and many e-mails: 300 tries in all', async () => {
    const guess = (index: number) =>
      limiters.logIn.take(`2001:db8:1:${index}::1`, `user${index}@example.com`);
    expect(await passes(400, guess)).toBe(300);
  });

  test('one e-mail and many addresses: 100 tries in all', async () => {
    expect(await passes(200, (index) => limiters.logIn.take(`192.0.2.${index}`, nonna))).toBe(100);
    await limiters.logIn.take('192.0.2.1', 'grandson@example.com');
  });

  test('who has signed in from an address before is not kept out by tries from elsewhere', async () => {
    await limiters.logIn.take('203.0.113.1', nonna);
    await limiters.logIn.forgive('203.0.113.1', nonna);
    await passes(200, (index) => limiters.logIn.take(`192.0.2.${index}`, nonna));
    expect(await passes(30, () => limiters.logIn.take('203.0.113.1', nonna))).toBe(10);
  });

  test('who gets in is never counted', async () => {
    const comeAndGo = async () => {
      await limiters.logIn.take('192.0.2.1', nonna);
      await limiters.logIn.forgive('192.0.2.1', nonna);
    };
    expect(await passes(150, comeAndGo)).toBe(150);
  });

  test('getting in at last forgives the mistakes before', async () => {
    expect(await passes(9, () => limiters.logIn.take('192.0.2.1', nonna))).toBe(9);
    await limiters.logIn.take('192.0.2.1', nonna);
    await limiters.logIn.forgive('192.0.2.1', nonna);
    expect(await passes(30, () => limiters.logIn.take('192.0.2.1', nonna))).toBe(10);
  });

  test('an attacker gains nothing by signing in with an account of his own in between', async () => {
    const guess = async (index: number) => {
      await limiters.logIn.take('192.0.2.1', 'his-own@example.com');
      await limiters.logIn.forgive('192.0.2.1', 'his-own@example.com');
      await limiters.logIn.take('192.0.2.1', `victim${index}@example.com`);
    };
    expect(await passes(200, guess)).toBeLessThanOrEqual(100);
  });
});
