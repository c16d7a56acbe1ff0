import { createHash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import type { Db } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import { createSessions, openSession, type Sessions } from './sessions.ts';

const hour = 3_600_000;
const day = 24 * hour;

let testDatabase: TestDatabase;
let db: Db;
let sessions: Sessions;
let userId: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  db = testDatabase.database.db;
  sessions = createSessions(testDatabase.database);
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  userId = createId();
  const email = `Nonna.${userId}@Example.com`;
  await db.user.create({ data: { id: userId, email, emailKey: email.toLowerCase(), passwordHash: 'none' } });
});

const rowOf = () => db.session.findFirst({ where: { userId } });

/** Shifts a session in time: created `ageDays` ago and expiring in `lastsDays`. */
async function travel(ageDays: number, lastsDays: number): Promise<void> {
  const createdAt = new Date(Date.now() - ageDays * day);
  const expiresAt = new Date(Date.now() + lastsDays * day);
  await db.session.updateMany({ where: { userId }, data: { createdAt, expiresAt } });
}

async function lastsDays(): Promise<number> {
  const row = await rowOf();
  return ((row?.expiresAt.getTime() ?? Number.NaN) - Date.now()) / day;
}

test('a token has 160 random bits, and the database stores only its hash', async () => {
  const token = await openSession(db, userId);
  expect(token).toMatch(/^[a-z2-7]{32}$/);
  const row = await rowOf();
  expect(row?.id).toBe(createHash('sha256').update(token).digest('hex'));
  expect(JSON.stringify(row)).not.toContain(token);
});

test('a token identifies its user, with the e-mail as typed', async () => {
  const token = await openSession(db, userId);
  expect(await sessions.validate(token)).toEqual({
    user: { id: userId, email: `Nonna.${userId}@Example.com`, verified: false, deletesAt: null },
    sessionId: (await rowOf())?.id,
    authenticatedAt: (await rowOf())?.authenticatedAt,
  });
});

test('an invalid token signs nobody in, not even the id from the database', async () => {
  await openSession(db, userId);
  for (const token of ['', 'x', createId(), (await rowOf())?.id ?? '', "' OR 1=1 --"])
    expect(await sessions.validate(token)).toBeNull();
});

test('each sign-in has its own session, and ending one leaves the others', async () => {
  const [phone, laptop] = [await openSession(db, userId), await openSession(db, userId)];
  const { sessionId } = (await sessions.validate(phone)) ?? { sessionId: '' };
  await sessions.end(sessionId);
  await sessions.end(sessionId);
  expect(await sessions.validate(phone)).toBeNull();
  expect(await sessions.validate(laptop)).not.toBeNull();
});

describe('lifetime', () => {
  test('a new session lasts 10 days', async () => {
    await openSession(db, userId);
    expect(await lastsDays()).toBeCloseTo(10, 2);
  });

  test.each([9, 5.1, 4.9, 0.01])('use with %d days left extends the session to 10 days', async (left) => {
    const token = await openSession(db, userId);
    await travel(1, left);
    expect(await sessions.validate(token)).not.toBeNull();
    expect(await lastsDays()).toBeCloseTo(10, 2);
  });

  test('nothing is written within an hour of the last extension', async () => {
    const token = await openSession(db, userId);
    await travel(0, 10 - 0.9 / 24);
    const before = await rowOf();
    await sessions.validate(token);
    expect(await rowOf()).toEqual(before);
  });

  test('10 days without use end it', async () => {
    const token = await openSession(db, userId);
    await travel(10, -0.0001);
    expect(await sessions.validate(token)).toBeNull();
    expect(await rowOf()).toBeNull();
  });

  test.each([9, 3])('use on day 25 with %d days left extends the session to day 30 at most', async (left) => {
    const token = await openSession(db, userId);
    await travel(25, left);
    expect(await sessions.validate(token)).not.toBeNull();
    expect(await lastsDays()).toBeCloseTo(5, 2);
  });

  test('the session ends after 30 days, however often it was used', async () => {
    const token = await openSession(db, userId);
    await travel(30.001, 9);
    expect(await sessions.validate(token)).toBeNull();
    expect(await rowOf()).toBeNull();
  });

  test('the cleanup removes expired sessions only', async () => {
    await openSession(db, userId);
    await travel(10, -1);
    const token = await openSession(db, userId);
    await sessions.endExpired();
    expect(await db.session.count({ where: { userId } })).toBe(1);
    expect(await sessions.validate(token)).not.toBeNull();
  });
});

test('signing out during concurrent requests fails none of them and ends the session for good', async () => {
  for (let round = 0; round < 10; round++) {
    const token = await openSession(db, userId);
    const id = createHash('sha256').update(token).digest('hex');
    await travel(1, 2);
    const uses = Array.from({ length: 5 }, () => sessions.validate(token));
    await Promise.all([...uses, sessions.end(id)]);
    expect(await sessions.validate(token)).toBeNull();
  }
});

test('deleting a user deletes the sessions', async () => {
  const token = await openSession(db, userId);
  await db.user.delete({ where: { id: userId } });
  expect(await sessions.validate(token)).toBeNull();
});

test('signing out throws while the database is unavailable', async () => {
  const other = await createTestDatabase();
  const cut = createSessions(other.database);
  await other.drop();
  await expect(cut.end('x')).rejects.toThrow();
});
