import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appLimits } from '#shared/app-limits.ts';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createUser, ledgerFaults, readLedger } from '#tests/support/ledger.ts';
import { createId } from '#server/platform/ids.ts';
import { adjust, clawBack, getBalance, grant, openAccount, refund, spend, takeUnspent } from './ledger.ts';
import { lotOf } from './lots.ts';

let fresh: TestDatabase;
beforeAll(async () => {
  fresh = await createTestDatabase({ maxConnections: 25 });
});
afterAll(() => fresh.drop());

const shortError = expect.objectContaining({ name: 'AppError', code: 'insufficient_credits' });
const generation = (userId: string, reference: string, amount = 1) => ({
  userId,
  amount,
  reason: 'generation' as const,
  reference,
});
const lockTimeouts = { maxWait: 120_000, timeout: 120_000 };

describe('openAccount', () => {
  test('grants the free allowance once, however often it is called', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db);
    await Promise.all(
      Array.from({ length: 5 }, () => db.$transaction((tx) => openAccount(tx, user), lockTimeouts)),
    );
    expect(await getBalance(db, user)).toBe(appLimits.credits.freeAllowance);
    expect(await readLedger(pool, user)).toEqual([
      { delta: 1, reason: 'signup', reference: user, balance_after: 1 },
    ]);
  });

  test('enters nothing for an allowance of zero', async () => {
    const { db, pool } = fresh.database;
    const { id } = await db.user.create({
      data: { id: createId(), email: createId(), emailKey: createId(), passwordHash: 'none' },
    });
    await openAccount(db, id, 0);
    expect(await getBalance(db, id)).toBe(0);
    expect(await readLedger(pool, id)).toEqual([]);
  });
});

test('the balance of a user without an account is 0', async () => {
  expect(await getBalance(fresh.database.db, 'nobody')).toBe(0);
});

describe('spend', () => {
  test('takes the amount and enters it', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db, 4);
    const reference = createId();
    expect(await db.$transaction((tx) => spend(tx, generation(user, reference, 3)))).toBe(true);
    expect(await getBalance(db, user)).toBe(2);
    expect((await readLedger(pool, user)).at(-1)).toEqual({
      delta: -3,
      reason: 'generation',
      reference,
      balance_after: 2,
    });
  });

  test('refuses amounts above the balance, and the transaction stays usable', async () => {
    const { db } = fresh.database;
    const user = await createUser(db);
    await db.$transaction(async (tx) => {
      await expect(spend(tx, generation(user, createId(), 2))).rejects.toEqual(shortError);
      expect(await spend(tx, generation(user, createId(), 1))).toBe(true);
    });
    expect(await getBalance(db, user)).toBe(0);
    await expect(spend(db, generation(user, createId()))).rejects.toEqual(shortError);
    await expect(spend(db, generation('nobody', createId()))).rejects.toEqual(shortError);
  });

  test('takes nothing a second time for the same reference, even with a balance of 0', async () => {
    const { db } = fresh.database;
    const user = await createUser(db);
    const reference = createId();
    expect(await spend(db, generation(user, reference))).toBe(true);
    expect(await spend(db, generation(user, reference))).toBe(false);
    expect(await getBalance(db, user)).toBe(0);
  });

  test.each([0, -1, 0.5, Number.NaN])('refuses the amount %d', async (amount) => {
    const { db } = fresh.database;
    const user = await createUser(db);
    const order = { userId: user, amount, reference: createId() };
    for (const enter of [
      spend(db, generation(user, createId(), amount)),
      refund(db, order),
      grant(db, order),
    ])
      await expect(enter).rejects.toThrow(`An amount of credits is a whole number above 0, not ${amount}.`);
    expect(await getBalance(db, user)).toBe(1);
  });

  test('lets exactly one of 50 concurrent spends take the only credit', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        db.$transaction((tx) => spend(tx, generation(user, createId())), lockTimeouts),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(reasons).toEqual(Array.from({ length: 49 }, () => shortError));
    expect(await ledgerFaults(pool, user)).toEqual([]);
    expect(await getBalance(db, user)).toBe(0);
  });

  test('takes the same reference once in 50 concurrent tries', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db, 60);
    const reference = createId();
    const taken = await Promise.all(
      Array.from({ length: 50 }, () =>
        db.$transaction((tx) => spend(tx, generation(user, reference)), lockTimeouts),
      ),
    );
    expect(taken.filter(Boolean)).toHaveLength(1);
    expect(await getBalance(db, user)).toBe(60);
    expect(await ledgerFaults(pool, user)).toEqual([]);
  });
});

describe('refund', () => {
  test('gives a spend back once in 50 concurrent tries', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db);
    const reference = createId();
    await spend(db, generation(user, reference));
    const given = await Promise.all(
      Array.from({ length: 50 }, () =>
        db.$transaction((tx) => refund(tx, { userId: user, amount: 1, reference }), lockTimeouts),
      ),
    );
    expect(given.filter(Boolean)).toHaveLength(1);
    expect(await getBalance(db, user)).toBe(1);
    expect((await readLedger(pool, user)).at(-1)).toMatchObject({ delta: 1, reason: 'refund', reference });
    expect(await ledgerFaults(pool, user)).toEqual([]);
  });

  test('is clawed back at once if the purchase that paid for it was refunded', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db);
    const [purchase, first, second] = [createId(), createId(), createId()];
    await grant(db, { userId: user, amount: 1, reference: purchase });
    for (const reference of [first, second]) await spend(db, generation(user, reference));
    expect(await clawBack(db, { userId: user, reference: purchase, total: 1 })).toBe(0);
    expect(await refund(db, { userId: user, amount: 1, reference: second })).toBe(true);
    expect(await getBalance(db, user)).toBe(0);
    expect((await readLedger(pool, user)).slice(-2)).toMatchObject([
      { delta: 1, reason: 'refund', reference: second },
      { delta: -1, reason: 'clawback', reference: `${purchase}:1` },
    ]);
    expect(await refund(db, { userId: user, amount: 1, reference: first })).toBe(true);
    expect(await getBalance(db, user)).toBe(1);
  });

  test('gives nothing back that this user did not spend', async () => {
    const { db } = fresh.database;
    const [user, other] = [await createUser(db, 5), await createUser(db)];
    const reference = createId();
    await spend(db, generation(user, reference, 2));
    expect(await refund(db, { userId: other, amount: 2, reference })).toBe(false);
    expect(await refund(db, { userId: user, amount: 3, reference })).toBe(false);
    expect(await refund(db, { userId: user, amount: 2, reference: createId() })).toBe(false);
    expect([await getBalance(db, user), await getBalance(db, other)]).toEqual([4, 1]);
  });

  test('is rolled back with its transaction', async () => {
    const { db } = fresh.database;
    const user = await createUser(db);
    const reference = createId();
    await spend(db, generation(user, reference));
    const rolledBack = db.$transaction(async (tx) => {
      expect(await refund(tx, { userId: user, amount: 1, reference })).toBe(true);
      throw new Error('changed my mind');
    });
    await expect(rolledBack).rejects.toThrow('changed my mind');
    expect(await getBalance(db, user)).toBe(0);
    expect(await refund(db, { userId: user, amount: 1, reference })).toBe(true);
  });
});

describe('grant', () => {
  test('adds a purchase once in 50 concurrent tries', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db);
    const order = { userId: user, amount: 5, reference: createId() };
    const added = await Promise.all(
      Array.from({ length: 50 }, () => db.$transaction((tx) => grant(tx, order), lockTimeouts)),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await getBalance(db, user)).toBe(6);
    expect((await readLedger(pool, user)).at(-1)).toEqual({
      delta: 5,
      reason: 'purchase',
      reference: order.reference,
      balance_after: 6,
    });
    expect(await ledgerFaults(pool, user)).toEqual([]);
  });

  test('needs an account', async () => {
    const order = { userId: 'nobody', amount: 5, reference: createId() };
    await expect(grant(fresh.database.db, order)).rejects.toThrow('no credit account');
  });
});

describe('adjust', () => {
  test('adds and takes credits once per act', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db);
    const [gift, take] = [createId(), createId()];
    expect(await adjust(db, { userId: user, delta: 5, reference: gift })).toBe(true);
    expect(await adjust(db, { userId: user, delta: 5, reference: gift })).toBe(false);
    expect(await adjust(db, { userId: user, delta: -4, reference: take })).toBe(true);
    expect(await adjust(db, { userId: user, delta: -4, reference: take })).toBe(false);
    expect((await readLedger(pool, user)).slice(1)).toEqual([
      { delta: 5, reason: 'adjustment', reference: gift, balance_after: 6 },
      { delta: -4, reason: 'adjustment', reference: take, balance_after: 2 },
    ]);
  });

  test('takes no more than the balance', async () => {
    const { db } = fresh.database;
    const user = await createUser(db);
    const order = { userId: user, delta: -2, reference: createId() };
    await expect(adjust(db, order)).rejects.toEqual(shortError);
    expect(await getBalance(db, user)).toBe(1);
    expect(await adjust(db, { ...order, delta: -1 })).toBe(true);
    expect(await getBalance(db, user)).toBe(0);
  });

  test.each([0, 0.5, -0.5])('refuses the amount %d', async (delta) => {
    const { db } = fresh.database;
    const user = await createUser(db);
    await expect(adjust(db, { userId: user, delta, reference: createId() })).rejects.toThrow(RangeError);
    expect(await getBalance(db, user)).toBe(1);
  });
});

describe('clawBack', () => {
  test('takes up to a total of the unspent credits of one purchase, once', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db);
    const [first, second] = [createId(), createId()];
    for (const reference of [first, second]) await grant(db, { userId: user, amount: 5, reference });
    for (let each = 0; each < 3; each += 1) await spend(db, generation(user, createId()));
    const take = (reference: string, total: number) => clawBack(db, { userId: user, reference, total });
    expect(await take(first, 2)).toBe(2);
    expect(await take(first, 2)).toBe(0);
    expect(await take(first, 1)).toBe(0);
    expect(await take(first, 5)).toBe(1);
    expect(await take(first, 5)).toBe(0);
    expect(await take(createId(), 5)).toBe(0);
    expect(await getBalance(db, user)).toBe(5);
    expect((await readLedger(pool, user)).filter(({ reason }) => reason === 'clawback')).toMatchObject([
      { delta: -2, reference: `${first}:2` },
      { delta: -1, reference: `${first}:3` },
    ]);
  });

  test('takes nothing for a total of 0', async () => {
    const { db } = fresh.database;
    const user = await createUser(db);
    const reference = createId();
    await grant(db, { userId: user, amount: 5, reference });
    expect(await clawBack(db, { userId: user, reference, total: 0 })).toBe(0);
    expect(await getBalance(db, user)).toBe(6);
  });

  test('takes nothing that is being spent concurrently', async () => {
    const { db, pool } = fresh.database;
    for (let round = 0; round < 20; round += 1) {
      const user = await createUser(db);
      const [first, second] = [createId(), createId()];
      for (const reference of [first, second]) await grant(db, { userId: user, amount: 3, reference });
      const order = { userId: user, reference: first, total: 3 };
      await Promise.all([
        ...Array.from({ length: 3 }, () =>
          db.$transaction((tx) => spend(tx, generation(user, createId())), lockTimeouts),
        ),
        db.$transaction((tx) => clawBack(tx, order), lockTimeouts),
      ]);
      // The sign-up credit was spent first, then the remainder of the first purchase.
      const lines = await readLedger(pool, user);
      for (const reference of [first, second])
        expect(lotOf(lines, reference).unspent).toBeGreaterThanOrEqual(0);
      expect(await ledgerFaults(pool, user)).toEqual([]);
    }
  });
});

describe('takeUnspent', () => {
  test('takes the unspent credits of one purchase, once, and leaves credits that return later', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db);
    const [first, second, task] = [createId(), createId(), createId()];
    for (const reference of [first, second]) await grant(db, { userId: user, amount: 5, reference });
    await spend(db, generation(user, createId()));
    await spend(db, generation(user, task, 2));
    expect(await takeUnspent(db, { userId: user, reference: first, unlocked: [] })).toBe(3);
    expect(await takeUnspent(db, { userId: user, reference: first, unlocked: [] })).toBe(0);
    expect(await getBalance(db, user)).toBe(5);
    expect(await refund(db, { userId: user, amount: 2, reference: task })).toBe(true);
    expect(await getBalance(db, user)).toBe(7);
    expect((await readLedger(pool, user)).slice(-2)).toEqual([
      { delta: -3, reason: 'clawback', reference: `${first}:3`, balance_after: 5 },
      { delta: 2, reason: 'refund', reference: task, balance_after: 7 },
    ]);
  });

  test('takes the remainder of a purchase that was partly refunded', async () => {
    const { db } = fresh.database;
    const user = await createUser(db);
    const reference = createId();
    await grant(db, { userId: user, amount: 5, reference });
    expect(await clawBack(db, { userId: user, reference, total: 2 })).toBe(2);
    expect(await takeUnspent(db, { userId: user, reference, unlocked: [] })).toBe(3);
    expect(await getBalance(db, user)).toBe(1);
  });

  test('takes nothing of a purchase that the user does not have', async () => {
    const { db } = fresh.database;
    const user = await createUser(db, 5);
    expect(await takeUnspent(db, { userId: user, reference: createId(), unlocked: [] })).toBe(0);
    expect(await getBalance(db, user)).toBe(6);
  });
});

describe('the tables', () => {
  test.each([
    'UPDATE credit_entry SET delta = 100',
    'DELETE FROM credit_entry',
    'TRUNCATE credit_entry',
    'TRUNCATE app_user CASCADE',
  ])('refuse %s', async (statement) => {
    const { db, pool } = fresh.database;
    await createUser(db);
    await expect(pool.query(statement)).rejects.toThrow(/(credit|audit)_entry is append-only/);
  });

  test('refuse a negative balance, and to delete the user of an account', async () => {
    const { db, pool } = fresh.database;
    const user = await createUser(db);
    const lower = pool.query('UPDATE credit_account SET balance = -1 WHERE user_id = $1', [user]);
    await expect(lower).rejects.toThrow('credit_account_balance_check');
    const remove = pool.query('DELETE FROM app_user WHERE id = $1', [user]);
    await expect(remove).rejects.toThrow('credit_account_user_id_fkey');
  });
});
