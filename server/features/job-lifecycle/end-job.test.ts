import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { heard as heardBy } from '#tests/support/heard.ts';
import { createUser, readLedger } from '#tests/support/ledger.ts';
import { addTask, addWaitingAlbum, rowJobs } from '#tests/support/work-kinds.ts';
import { type EventHub, openEventHub, type UserEvent } from '#server/platform/database/events.ts';
import { createId } from '#server/platform/ids.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import { openQueue } from '#server/composition/queue.ts';
import { openTestUser } from '#server/platform/database/test-users.ts';
import { albumJob } from '../albums/album-job.ts';
import { spend } from '../credits/ledger.ts';
import { type FinishDeps, videoJob } from '../generation/running/video-job.ts';
import { cancelWaiting, claim, fail, failExhausted, succeed } from './end-job.ts';
import type { JobRow } from './row-job.ts';

let own: TestDatabase;
let events: EventHub;
let deps: FinishDeps & { workRoot: string };
beforeAll(async () => {
  own = await createTestDatabase();
  const logger = createLogger('silent');
  events = await openEventHub(own.url, logger);
  const queue = await openQueue({ address: own.url, logger, worker: false });
  const workRoot = await mkdtemp(path.join(tmpdir(), 'memori-end-'));
  deps = { db: own.database.db, queue, env: { MAIL_AFTER: 3600 }, workRoot };
});
afterAll(async () => {
  await events.close();
  await deps.queue.stop({ graceful: false });
  await own.drop();
  await rm(deps.workRoot, { recursive: true });
});

/** What was counted during the test. */
let counted: unknown[];
const count = (what: unknown) => counted.push(what);
beforeEach(() => {
  counted = [];
  subscribe('memori.work-ended', count);
});
afterEach(() => {
  unsubscribe('memori.work-ended', count);
});

/** The events that the user's pages receive while `act` runs. */
const heard = (userId: string, act: () => Promise<unknown>) => heardBy({ db: deps.db, events }, userId, act);

const long = { createdAt: new Date('2026-01-01T10:00:00Z'), startedAt: new Date('2026-01-01T10:01:30Z') };

describe.each(rowJobs)('work of the kind $kind:', ({ kind, work, states, code, folder, ...of }) => {
  const { waiting, running, succeeded, failed } = states;
  const add = (userId: string, data: Partial<JobRow> = {}) => of.add(deps.db, userId, data);
  const read = (id: string) => work.table(deps.db).findUnique({ where: { id } });
  const end = (id: string, prefix: string, record?: () => Promise<void>) =>
    succeed(work, deps, id, { renditionPrefix: prefix }, record);
  const ofJob = (found: UserEvent[]) => found.filter(({ topic }) => topic === kind);

  /** A user's jobs in each state: the first two have not ended. */
  async function addEach(userId: string): Promise<string[]> {
    const finishedAt = new Date('2026-01-01T10:02:00Z');
    return [
      await add(userId, { createdAt: long.createdAt }),
      await add(userId, { status: running, ...long }),
      await add(userId, { status: succeeded, progress: 1, renditionPrefix: 'first', ...long, finishedAt }),
      await add(userId, { status: failed, errorCode: 'generation_failed', ...long, finishedAt }),
    ];
  }
  const readAll = (ids: string[]) => Promise.all(ids.map(read));

  test('a job is running from the moment it is claimed', async () => {
    const userId = await createUser(deps.db);
    const id = await add(userId);
    const from = Date.now();
    const found = await heard(userId, async () => {
      expect(await claim(work, deps.db, { id, userId } as JobRow)).toBe(true);
    });
    expect(found).toEqual([{ userId, topic: kind, id }]);
    const row = await read(id);
    expect(row).toMatchObject({ status: running, progress: 0, finishedAt: null });
    expect(row?.startedAt?.getTime()).toBeGreaterThanOrEqual(from);
    expect(row?.startedAt?.getTime()).toBeLessThanOrEqual(Date.now());
  });

  test('a job that is claimed again keeps the time of its first start', async () => {
    const userId = await createUser(deps.db);
    const id = await add(userId, { status: running, progress: 0.5, ...long });
    const before = await read(id);
    const found = await heard(userId, async () => {
      expect(await claim(work, deps.db, { id, userId } as JobRow)).toBe(true);
    });
    expect(found).toEqual([{ userId, topic: kind, id }]);
    expect(await read(id)).toEqual(before);
    expect(before?.startedAt).toEqual(new Date('2026-01-01T10:01:30Z'));
  });

  test('a job that has ended or is unknown can neither be claimed nor ended', async () => {
    const userId = await createUser(deps.db);
    const ids = (await addEach(userId)).slice(2);
    const before = await readAll(ids);
    const recorded: string[] = [];
    const record = async () => void recorded.push('recorded');
    const found = await heard(userId, async () => {
      for (const id of [...ids, createId()]) {
        expect(await claim(work, deps.db, { id, userId } as JobRow)).toBe(false);
        expect(await end(id, 'second', record)).toBe(false);
        expect(await fail(work, deps, id, 'internal_error', record)).toBe(false);
        expect(await cancelWaiting(work, deps, id, 'internal_error')).toBe(false);
        await failExhausted(work, deps, id);
      }
    });
    expect([found, recorded, counted]).toEqual([[], [], []]);
    expect(await readAll(ids)).toEqual(before);
  });

  test('a running job succeeds once, with the output of the first run', async () => {
    const userId = await createUser(deps.db);
    const id = await add(userId, { status: running, progress: 0.5, ...long });
    const recorded: string[] = [];
    const from = Date.now();
    const found = await heard(userId, async () => {
      expect(await end(id, 'first', async () => void recorded.push('first'))).toBe(true);
      expect(await end(id, 'second', async () => void recorded.push('second'))).toBe(false);
    });
    expect(ofJob(found)).toEqual([{ userId, topic: kind, id }]);
    expect(recorded).toEqual(['first']);
    const row = await read(id);
    expect(row).toMatchObject({
      status: succeeded,
      progress: 1,
      renditionPrefix: 'first',
      errorCode: null,
      ...long,
    });
    expect(row?.finishedAt?.getTime()).toBeGreaterThanOrEqual(from);
    expect(row?.finishedAt?.getTime()).toBeLessThanOrEqual(Date.now());
    const ran = ((row?.finishedAt?.getTime() ?? 0) - Date.UTC(2026, 0, 1, 10, 1, 30)) / 1000;
    expect(counted).toEqual([{ kind, cause: null, test: false, waited: 90, ran }]);
  });

  test('a job that no run has started does not succeed', async () => {
    const userId = await createUser(deps.db);
    const id = await add(userId);
    expect(await heard(userId, () => end(id, 'first'))).toEqual([]);
    expect(await read(id)).toMatchObject({ status: waiting, renditionPrefix: null, finishedAt: null });
  });

  test('a job fails once, whether it runs or still waits', async () => {
    const userId = await createUser(deps.db);
    const ids = (await addEach(userId)).slice(0, 2);
    const recorded: string[] = [];
    const found = await heard(userId, async () => {
      for (const id of ids) {
        expect(await fail(work, deps, id, 'internal_error', async () => void recorded.push(id))).toBe(true);
        expect(await fail(work, deps, id, 'not_found', async () => void recorded.push('again'))).toBe(false);
      }
    });
    expect(ofJob(found)).toEqual(ids.map((id) => ({ userId, topic: kind, id })));
    expect(recorded).toEqual(ids);
    for (const row of await readAll(ids)) {
      expect(row).toMatchObject({ status: failed, errorCode: 'internal_error', renditionPrefix: null });
      expect(row?.finishedAt).toBeInstanceOf(Date);
    }
    const cause = 'internal_error';
    expect(counted).toEqual([
      { kind, cause, test: false, waited: null, ran: null },
      { kind, cause, test: false, waited: 90, ran: expect.any(Number) },
    ]);
  });

  test('only a waiting job can be canceled', async () => {
    const userId = await createUser(deps.db);
    const [id = '', started = ''] = await addEach(userId);
    const before = await read(started);
    const found = await heard(userId, async () => {
      expect(await cancelWaiting(work, deps, started, 'task_canceled')).toBe(false);
      expect(await cancelWaiting(work, deps, id, 'task_canceled')).toBe(true);
    });
    expect(ofJob(found)).toEqual([{ userId, topic: kind, id }]);
    expect(await read(started)).toEqual(before);
    expect(await read(id)).toMatchObject({ status: failed, errorCode: 'task_canceled' });
    expect(counted).toEqual([{ kind, cause: 'task_canceled', test: false, waited: null, ran: null }]);
  });

  test('the start and the end of a job affect no other job', async () => {
    const userId = await createUser(deps.db);
    const others = [...(await addEach(userId)), ...(await addEach(await createUser(deps.db)))];
    const before = await readAll(others);
    const [one, two, three] = [await add(userId), await add(userId), await add(userId)];
    await claim(work, deps.db, { id: one, userId } as JobRow);
    await end(one, 'first');
    await fail(work, deps, two, 'internal_error');
    await cancelWaiting(work, deps, three, 'internal_error');
    expect(await readAll(others)).toEqual(before);
  });

  test('exactly one of several concurrent ends takes effect', async () => {
    const userId = await createUser(deps.db);
    for (const status of [running, waiting]) {
      const id = await add(userId, { status });
      const recorded: string[] = [];
      const record = (name: string) => async () => void recorded.push(name);
      const found = await heard(userId, async () => {
        const outcomes = await Promise.all([
          end(id, 'first', record(succeeded)),
          fail(work, deps, id, 'internal_error', record(failed)),
          end(id, 'second', record(succeeded)),
          fail(work, deps, id, 'internal_error', record(failed)),
        ]);
        expect(outcomes.filter(Boolean)).toEqual([true]);
      });
      expect(ofJob(found)).toEqual([{ userId, topic: kind, id }]);
      expect(recorded).toEqual([(await read(id))?.status]);
    }
    expect(counted).toHaveLength(2);
  });

  test('a job has not ended if what is recorded with its end fails', async () => {
    const userId = await createUser(deps.db);
    const id = await add(userId, { status: running, ...long });
    const before = await read(id);
    const broken = async () => {
      throw new Error('the disk is full');
    };
    const found = await heard(userId, async () => {
      await expect(end(id, 'first', broken)).rejects.toThrow('the disk is full');
      await expect(fail(work, deps, id, 'internal_error', broken)).rejects.toThrow('the disk is full');
    });
    expect([found, counted]).toEqual([[], []]);
    expect(await read(id)).toEqual(before);
    expect(await end(id, 'second')).toBe(true);
    expect(await read(id)).toMatchObject({ status: succeeded, renditionPrefix: 'second' });
  });

  test('a job without retries left fails, and only its own work folders are removed', async () => {
    const userId = await createUser(deps.db);
    const id = await add(userId, { status: running, ...long });
    const other = await add(userId, { status: running, ...long });
    const [mine, others] = [`${folder}-${id}-`, `${folder}-${other}-`];
    for (const name of [`${mine}a`, `${mine}b`, `${others}a`]) await mkdir(path.join(deps.workRoot, name));
    const left = () => readdir(deps.workRoot);
    await failExhausted(work, deps, id);
    expect(await read(id)).toMatchObject({ status: failed, errorCode: code });
    expect(await left()).toEqual([`${others}a`]);
    // Once it has ended, leftovers are still removed.
    await end(other, 'first');
    await failExhausted(work, deps, other);
    expect(await read(other)).toMatchObject({ status: succeeded, errorCode: null });
    expect(await left()).toEqual([]);
  });

  test('the end of a job of test tokens is counted as a test', async () => {
    const userId = await openTestUser(deps.db, await createUser(deps.db));
    const id = await add(userId, { status: running, ...long });
    expect(await fail(work, deps, id, 'internal_error')).toBe(true);
    expect(counted).toEqual([
      { kind, cause: 'internal_error', test: true, waited: 90, ran: expect.any(Number) },
    ]);
  });

  test('no counted time is negative, even if the clocks of two machines differ', async () => {
    const userId = await createUser(deps.db);
    const [createdAt, startedAt] = [new Date('2100-01-01T10:00:00Z'), new Date('2100-01-01T09:59:59Z')];
    const id = await add(userId, { status: running, createdAt, startedAt });
    expect(await fail(work, deps, id, 'internal_error')).toBe(true);
    expect(counted).toEqual([{ kind, cause: 'internal_error', test: false, waited: 0, ran: 0 }]);
  });
});

describe('the credit of a task', () => {
  const spent = [
    { reason: 'signup', delta: 1, balance_after: 1 },
    { reason: 'generation', delta: -1, balance_after: 0 },
  ];
  const refunded = [...spent, { reason: 'refund', delta: 1, balance_after: 1 }];
  const ledger = (userId: string) => readLedger(own.database.pool, userId);

  async function addPaid(data: Partial<JobRow> = {}): Promise<{ userId: string; id: string }> {
    const userId = await createUser(deps.db);
    const id = await addTask(deps.db, userId, data);
    await spend(deps.db, { userId, amount: 1, reason: 'generation', reference: id });
    return { userId, id };
  }

  test('returns once, however many runs fail it at once', async () => {
    const { userId, id } = await addPaid({ status: 'Processing' });
    const found = await heard(userId, async () => {
      const ends = Array.from({ length: 5 }, () => fail(videoJob, deps, id, 'generation_failed'));
      expect((await Promise.all(ends)).filter(Boolean)).toEqual([true]);
    });
    expect(found).toEqual([
      { userId, topic: 'task', id },
      { userId, topic: 'balance', id: userId },
    ]);
    expect(await ledger(userId)).toMatchObject(refunded);
  });

  test('returns if it is canceled, and is spent if it succeeds', async () => {
    const [canceled, made] = [await addPaid(), await addPaid({ status: 'Processing' })];
    await cancelWaiting(videoJob, deps, canceled.id, 'task_canceled');
    expect(await ledger(canceled.userId)).toMatchObject(refunded);
    const result = { width: 768, height: 960, provider: 'local', movement: 'arc' } as const;
    const rest = { stage: 'finalizing', providerStatus: null, renditionPrefix: 'first' } as const;
    const found = await heard(made.userId, async () => {
      expect(await succeed(videoJob, deps, made.id, { ...result, ...rest })).toBe(true);
    });
    expect(found).toEqual([{ userId: made.userId, topic: 'task', id: made.id }]);
    expect(await deps.db.videoTask.findUnique({ where: { id: made.id } })).toMatchObject(result);
    expect(await ledger(made.userId)).toMatchObject(spent);
  });

  test('stays spent if what is recorded with the end fails', async () => {
    const { userId, id } = await addPaid();
    const broken = async () => {
      throw new Error('the disk is full');
    };
    await expect(fail(videoJob, deps, id, 'generation_failed', broken)).rejects.toThrow('the disk is full');
    expect(await ledger(userId)).toMatchObject(spent);
    expect(await fail(videoJob, deps, id, 'generation_failed')).toBe(true);
    expect(await ledger(userId)).toMatchObject(refunded);
  });
});

test('what is recorded with an end is written in its transaction, after what the end itself causes', async () => {
  const userId = await createUser(deps.db);
  const id = await addTask(deps.db, userId);
  await spend(deps.db, { userId, amount: 1, reason: 'generation', reference: id });
  const state = async (db: Pick<FinishDeps['db'], 'videoTask' | 'creditAccount'>) => [
    (await db.videoTask.findUniqueOrThrow({ where: { id } })).status,
    (await db.creditAccount.findUniqueOrThrow({ where: { userId } })).balance,
  ];
  const seen: unknown[] = [];
  await fail(videoJob, deps, id, 'generation_failed', async (tx) => {
    seen.push(await state(tx), await state(deps.db));
  });
  expect(seen).toEqual([
    ['Fail', 1],
    ['Queued', 0],
  ]);
});

test('an end takes effect if an earlier one that has not been committed is rolled back', async () => {
  const userId = await createUser(deps.db);
  const id = await addWaitingAlbum(deps.db, userId, { status: 'processing' });
  const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = fail(albumJob, deps, id, 'album_failed', async () => {
    reached.resolve();
    await gate.promise;
  });
  await reached.promise;
  const second = succeed(albumJob, deps, id, {
    renditionPrefix: 'second',
    width: 768,
    height: 960,
    timeline: [],
    asMade: { name: 'Nonna', videos: [] },
  });
  gate.reject(new Error('the connection was lost'));
  await expect(first).rejects.toThrow('the connection was lost');
  expect(await second).toBe(true);
  expect(await albumJob.table(deps.db).findUnique({ where: { id } })).toMatchObject({
    status: 'completed',
    errorCode: null,
    renditionPrefix: 'second',
  });
});

test('a kind of work without effects of its own ends the same way', async () => {
  const { onEnd: _onEnd, ...plain } = albumJob;
  const userId = await createUser(deps.db);
  const id = await addWaitingAlbum(deps.db, userId);
  expect(await fail(plain, deps, id, 'album_failed')).toBe(true);
  expect(await albumJob.table(deps.db).findUnique({ where: { id } })).toMatchObject({ status: 'failed' });
});
