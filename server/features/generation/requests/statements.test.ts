import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '#tests/support/ledger.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { watchStatements } from '#tests/support/statements.ts';
import { grant } from '#server/features/credits/ledger.ts';
import { acceptPhotos, type PreparedRequest } from './accept.ts';
import { createId } from '#server/platform/ids.ts';
import { rowJobId } from '#server/platform/jobs/enqueue.ts';
import { consentVersion } from '#shared/upload-consent.ts';

const statements = watchStatements();
let server: TestServer;
let sentByServer: string[];
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  sentByServer = statements.through(server.deps.pool);
});
afterAll(async () => {
  await server.close();
  statements[Symbol.dispose]();
});

const requestOf = (userId: string, name: string): PreparedRequest => ({
  ...{
    userId,
    prompt: '',
    motion: 'auto',
    liveliness: 'natural',
    turn: 'auto',
    rest: [],
    border: 'crop',
    restore: false,
  },
  language: 'en',
  consent: consentVersion,
  seed: 1,
  photoHash: null,
  originalFilename: name,
  photo: { jpeg: Buffer.from(name), takenOn: null },
});

/** Accepts as many photos of a user; resolves with their ids and the statements of their transaction. */
async function accept(userId: string, count: number) {
  const before = sentByServer.length;
  const accepted = await acceptPhotos(
    server.deps,
    Array.from({ length: count }, (_, index) => requestOf(userId, `${index + 1}.jpg`)),
    { after: async () => undefined },
  );
  const sent = sentByServer.slice(before);
  const transaction = sent.slice(sent.indexOf('BEGIN'), sent.indexOf('COMMIT') + 1);
  return { ids: accepted.map(({ taskId }) => taskId), transaction };
}

async function newCustomer(credits: number): Promise<string> {
  const userId = await createUser(server.deps.db);
  await grant(server.deps.db, { userId, amount: credits, reference: createId() });
  return userId;
}

test('twenty photos take as few statements as one', async () => {
  const userId = await newCustomer(25);
  // The first use prepares some.
  await accept(userId, 1);
  const one = await accept(userId, 1);
  const twenty = await accept(userId, 20);
  expect(twenty.transaction).toHaveLength(one.transaction.length);
  expect([one.transaction[0], one.transaction.at(-1)]).toEqual(['BEGIN', 'COMMIT']);
  expect(one.transaction.length).toBeLessThanOrEqual(12);
});

test('each of twenty photos has its task, its debit, its job and its turn, in their order', async () => {
  const { db } = server.deps;
  const userId = await newCustomer(20);
  const { ids } = await accept(userId, 20);
  const tasks = await db.videoTask.findMany({ where: { userId }, orderBy: { createdAt: 'asc' } });
  expect(tasks.map(({ id }) => id)).toEqual(ids);
  expect(tasks.map(({ originalFilename }) => originalFilename)).toEqual(
    Array.from({ length: 20 }, (_, index) => `${index + 1}.jpg`),
  );
  const entries = await db.creditEntry.findMany({
    where: { userId, reason: 'generation' },
    orderBy: { id: 'asc' },
  });
  expect(entries.map(({ reference, delta }) => [reference, delta])).toEqual(ids.map((id) => [id, -1]));
  // Of 20 bought credits and a free one.
  expect(entries.map(({ balanceAfter }) => balanceAfter)).toEqual(
    Array.from({ length: 20 }, (_, index) => 20 - index),
  );
  const account = await db.creditAccount.findUniqueOrThrow({ where: { userId } });
  expect(account.balance).toBe(1);
  for (const [index, id] of ids.entries()) {
    const [job] = await server.deps.queue.findJobs<{ taskId: string }>('generate-video', {
      id: rowJobId('generate-video', id),
    });
    expect(job).toMatchObject({ singletonKey: id, data: { taskId: id }, priority: -(index + 1) });
  }
});

test('if credits are missing for one of the photos, nothing is taken or made', async () => {
  const { db } = server.deps;
  const userId = await newCustomer(18);
  await expect(accept(userId, 20)).rejects.toMatchObject({ code: 'insufficient_credits' });
  expect(await db.videoTask.count({ where: { userId } })).toBe(0);
  expect(await db.creditEntry.count({ where: { userId, reason: 'generation' } })).toBe(0);
  expect((await db.creditAccount.findUniqueOrThrow({ where: { userId } })).balance).toBe(19);
});
