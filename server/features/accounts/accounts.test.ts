import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { createId } from '#server/platform/ids.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { openQueue } from '#server/composition/queue.ts';
import { getBalance } from '../credits/ledger.ts';
import { signIn, signUp } from './accounts.ts';
import { createPasswordHasher } from './passwords/passwords.ts';
import { createSessions } from './sessions.ts';

let testDatabase: TestDatabase;
let deps: Parameters<typeof signUp>[0] & { sessions: ReturnType<typeof createSessions> };

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const passwords = createPasswordHasher();
  const queue = await openQueue({ address: testDatabase.url, logger: createLogger('silent'), worker: false });
  deps = { db: database.db, queue, passwords, sessions: createSessions(database) };
});
afterAll(async () => {
  await deps.queue.stop({ graceful: false });
  await testDatabase.drop();
});

const newEmail = () => `Nonna.${createId().slice(0, 8)}@Example.com`;
const password = 'correct horse';

describe('signing up', () => {
  test('opens an account with a free credit, signed in, and keeps the e-mail as typed', async () => {
    const email = newEmail();
    const { user, token } = await signUp(deps, { email, password });
    expect(user.email).toBe(email);
    expect((await deps.sessions.validate(token))?.user).toEqual(user);
    expect(await getBalance(deps.db, user.id)).toBe(1);
  });

  test('stores no password in plain text', async () => {
    const { user } = await signUp(deps, { email: newEmail(), password });
    const row = await deps.db.user.findUniqueOrThrow({ where: { id: user.id } });
    expect(JSON.stringify(row)).not.toContain(password);
    expect(row.passwordHash).toMatch(/^\$argon2id\$/);
  });

  test('a taken e-mail is refused in any case, and nothing changes', async () => {
    const email = newEmail();
    await signUp(deps, { email, password });
    const other = { email: email.toUpperCase(), password: 'another one' };
    await expect(signUp(deps, other)).rejects.toMatchObject({ code: 'email_taken' });
    expect((await signIn(deps, { email, password })).user.email).toBe(email);
  });

  test('only one of ten concurrent sign-ups with the same e-mail succeeds, with one credit', async () => {
    const email = newEmail();
    const spellings = Array.from({ length: 10 }, (_each, index) => (index % 2 ? email.toUpperCase() : email));
    const outcomes = await Promise.allSettled(
      spellings.map((each) => signUp(deps, { email: each, password })),
    );
    const failures = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(failures).toHaveLength(9);
    for (const { reason } of failures) expect(reason).toMatchObject({ code: 'email_taken' });
    const users = await deps.db.user.findMany({
      where: { emailKey: email.toLowerCase() },
      include: { account: true, sessions: true },
    });
    expect(users).toMatchObject([{ account: { balance: 1 }, sessions: [{}] }]);
  });

  test('a disposable address is refused and opens no account', async () => {
    const email = `${createId()}@Mailinator.com`;
    await expect(signUp(deps, { email, password })).rejects.toMatchObject({ code: 'disposable_email' });
    expect(await deps.db.user.count({ where: { emailKey: email.toLowerCase() } })).toBe(0);
  });

  test('a failure to grant the credit rolls back the account', async () => {
    const email = newEmail();
    await deps.db
      .$executeRaw`ALTER TABLE credit_entry ADD CONSTRAINT refuse CHECK (balance_after > 1) NOT VALID`;
    try {
      await expect(signUp(deps, { email, password })).rejects.toThrow();
    } finally {
      await deps.db.$executeRaw`ALTER TABLE credit_entry DROP CONSTRAINT refuse`;
    }
    expect(await deps.db.user.count({ where: { emailKey: email.toLowerCase() } })).toBe(0);
  });
});

describe('the free credit', () => {
  test('is granted once per mailbox in any spelling, and all accounts are opened', async () => {
    const name = createId().slice(0, 12);
    const spellings = [
      `${name}@gmail.com`,
      `${name.slice(0, 4)}.${name.slice(4)}@gmail.com`,
      `${name}+gift@gmail.com`,
      `${name}@googlemail.com`,
      `${name.slice(0, 5)}.${name.slice(5).toUpperCase()}+2@GoogleMail.com`,
    ];
    const accounts = await Promise.all(spellings.map((email) => signUp(deps, { email, password })));
    const balances = await Promise.all(accounts.map(({ user }) => getBalance(deps.db, user.id)));
    expect(balances.toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 1]);
    const entries = { userId: { in: accounts.map(({ user }) => user.id) } };
    expect(await deps.db.creditEntry.count({ where: entries })).toBe(1);
  });

  test('remains available to a mailbox whose sign-up failed', async () => {
    const email = newEmail();
    await signUp(deps, { email, password });
    // Refused because the key is the same, although no spelling makes it the same mailbox.
    await expect(signUp(deps, { email: email.toUpperCase(), password })).rejects.toThrow();
    const other = newEmail();
    await deps.db
      .$executeRaw`ALTER TABLE credit_entry ADD CONSTRAINT refuse CHECK (balance_after > 1) NOT VALID`;
    try {
      await expect(signUp(deps, { email: other, password })).rejects.toThrow();
    } finally {
      await deps.db.$executeRaw`ALTER TABLE credit_entry DROP CONSTRAINT refuse`;
    }
    const { user } = await signUp(deps, { email: other, password });
    expect(await getBalance(deps.db, user.id)).toBe(1);
  });
});

describe('signing in', () => {
  test('ignores the case of the e-mail, and issues a new token each time', async () => {
    const email = newEmail();
    const first = await signUp(deps, { email, password });
    const second = await signIn(deps, { email: email.toLowerCase(), password });
    expect(second.user).toEqual(first.user);
    expect(second.token).not.toBe(first.token);
  });

  test('a wrong password and an unknown e-mail get the same answer', async () => {
    const email = newEmail();
    await signUp(deps, { email, password });
    const attempts = [
      { email, password: 'wrong horse' },
      { email, password: `${password} ` },
      { email: newEmail(), password },
    ];
    const answers = await Promise.allSettled(attempts.map((attempt) => signIn(deps, attempt)));
    for (const answer of answers) {
      expect(answer).toMatchObject({ status: 'rejected', reason: { code: 'wrong_credentials' } });
      expect(answer).toHaveProperty('reason.message', 'Invalid email or password');
    }
  });
});
