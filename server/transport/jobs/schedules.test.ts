import { createHash } from 'node:crypto';
import { mkdir, stat, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser } from '#tests/support/ledger.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import { addTask, addWaitingAlbum, rowJobs } from '#tests/support/work-kinds.ts';
import { catalogue } from '#server/catalogue.ts';
import { planRemoval } from '#server/features/files/removals.ts';
import { createId } from '#server/platform/ids.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ jobs: true, webhooks: false });
});
afterAll(() => shop.close());

const hour = 3_600_000;
const day = 24 * hour;
/** 32 random bytes in hex, where the database asks for a hash. */
const randomHash = () => createHash('sha256').update(createId()).digest('hex');
const ago = (milliseconds: number) => new Date(Date.now() - milliseconds);
const db = () => shop.deps.db;
const exists = (file: string) => stat(file).then(Boolean, () => false);

/** Creates what a schedule is there for. Resolves with a check whether it has been dealt with. */
type Arrange = () => Promise<() => Promise<boolean>>;

const abandoned = (kind: string): Arrange => {
  const found = rowJobs.find((each) => each.kind === kind);
  return async () => {
    if (!found) throw new Error(`there is no ${kind}`);
    const id = await found.add(db(), await createUser(db()), { createdAt: ago(hour) });
    const read = () => found.work.table(db()).findUnique({ where: { id } });
    return async () => (await read())?.errorCode === found.code;
  };
};

const testUser = async () => {
  const id = createId();
  const owner = await createUser(db());
  await db().user.create({
    data: { id, email: '', emailKey: `test ${id}`, passwordHash: '', testOf: owner },
  });
  return id;
};

const boxOf = async (userId: string) => {
  const row = { userId, secretHash: randomHash(), name: 'Zii', closesAt: new Date(Date.now() + day) };
  return (await db().box.create({ data: { id: createId(), ...row } })).id;
};

const webhookOf = async (userId: string) => {
  const row = {
    userId,
    url: 'http://127.0.0.1:9/',
    events: ['credits.low'],
    secret: `whsec_${Buffer.alloc(32).toString('base64')}`,
  };
  return (await db().webhook.create({ data: { id: createId(), ...row } })).id;
};

const cases: Record<string, Arrange> = {
  'remove-expired-sessions': async () => {
    const row = { id: createId(), userId: await createUser(db()), expiresAt: ago(hour) };
    await db().session.create({ data: row });
    return async () => (await db().session.count({ where: { id: row.id } })) === 0;
  },
  'remove-expired-mail-links': async () => {
    const row = { id: createId(), userId: await createUser(db()), purpose: 'reset', email: 'a@example.org' };
    await db().accountToken.create({ data: { ...row, expiresAt: ago(hour) } });
    return async () => (await db().accountToken.count({ where: { id: row.id } })) === 0;
  },
  'remove-expired-passkey-challenges': async () => {
    const id = randomHash();
    await db().passkeyChallenge.create({ data: { id, expiresAt: ago(hour) } });
    return async () => (await db().passkeyChallenge.count({ where: { id } })) === 0;
  },
  'fail-abandoned-videos': abandoned('task'),
  'fail-abandoned-movements': abandoned('movement'),
  'fail-abandoned-albums': abandoned('album'),
  'fail-abandoned-exports': abandoned('export'),
  'fail-overdue-videos': async () => {
    const id = await addTask(db(), await createUser(db()), { status: 'Processing', startedAt: ago(day) });
    return async () =>
      (await db().videoTask.findUnique({ where: { id } }))?.errorCode === 'generation_timed_out';
  },
  'discard-old-test-videos': async () => {
    const ended = { status: 'Success', createdAt: ago(25 * hour), finishedAt: ago(25 * hour) };
    const id = await addTask(db(), await testUser(), { ...ended, renditionPrefix: 'tasks/a/b' });
    return async () => (await db().videoTask.count({ where: { id, deletedAt: null } })) === 0;
  },
  'discard-old-test-albums': async () => {
    const ended = { status: 'failed', errorCode: 'album_failed', createdAt: ago(25 * hour) };
    const id = await addWaitingAlbum(db(), await testUser(), { ...ended, finishedAt: ago(25 * hour) });
    return async () => (await db().album.count({ where: { id, deletedAt: null } })) === 0;
  },
  'empty-video-trash': async () => {
    const ended = { status: 'Fail', errorCode: 'generation_failed', finishedAt: ago(hour) };
    const id = await addTask(db(), await createUser(db()), { ...ended, deletedAt: ago(hour) });
    return async () => (await db().videoTask.count({ where: { id } })) === 0;
  },
  'empty-album-trash': async () => {
    const ended = { status: 'failed', errorCode: 'album_canceled', finishedAt: ago(hour) };
    const id = await addWaitingAlbum(db(), await createUser(db()), ended);
    return async () => (await db().album.count({ where: { id } })) === 0;
  },
  'delete-old-audio': async () => {
    const row = { id: createId(), userId: await createUser(db()), purpose: 'music', seconds: 60 };
    await db().audio.create({ data: { ...row, lastUsedAt: ago(31 * day) } });
    return async () => (await db().audio.count({ where: { id: row.id } })) === 0;
  },
  'delete-old-photos': async () => {
    const ended = { status: 'Fail', errorCode: 'generation_failed', finishedAt: ago(31 * day) };
    const id = await addTask(db(), await createUser(db()), ended);
    const photoKey = `tasks/${id}/photo.jpg`;
    await db().videoTask.update({ where: { id }, data: { photoKey } });
    await shop.deps.storage.putBytes(photoKey, new Uint8Array(1));
    return async () => (await shop.deps.storage.stat(photoKey)) === null;
  },
  'remove-old-exports': async () => {
    const row = { id: createId(), userId: await createUser(db()), language: 'en', status: 'Success' };
    const renditionPrefix = `exports/${row.id}/run`;
    await db().dataExport.create({ data: { ...row, renditionPrefix, finishedAt: ago(8 * day) } });
    return async () => (await db().dataExport.count({ where: { id: row.id } })) === 0;
  },
  'refuse-unanswered-photos': async () => {
    const boxId = await boxOf(await createUser(db()));
    const traces = { senderKey: 'k', seed: 1, photoHash: 'a'.repeat(64), language: 'it' };
    const row = { boxId, secretHash: randomHash(), sender: 'Zia', ...traces, createdAt: ago(31 * day) };
    const { id } = await db().boxPhoto.create({ data: { id: createId(), ...row } });
    return async () => (await db().boxPhoto.count({ where: { id, status: 'refused' } })) === 1;
  },
  'remove-due-files': async () => {
    const prefix = `tasks/${createId()}`;
    await shop.deps.storage.putBytes(`${prefix}/photo.jpg`, new Uint8Array(1));
    await planRemoval(db(), [prefix], ago(1));
    return async () => (await shop.deps.storage.stat(`${prefix}/photo.jpg`)) === null;
  },
  'remove-unfinished-uploads': async () => {
    const incoming = path.join(shop.dataDir, 'media', '.incoming');
    await mkdir(incoming, { recursive: true });
    const file = path.join(incoming, createId());
    await writeFile(file, '');
    await utimes(file, ago(2 * hour), ago(2 * hour));
    return async () => !(await exists(file));
  },
  'remove-stale-work-dirs': async () => {
    const folder = path.join(shop.deps.workRoot, createId());
    await mkdir(folder);
    await utimes(folder, ago(3 * hour), ago(3 * hour));
    return async () => !(await exists(folder));
  },
  'remove-expired-rate-limits': async () => {
    const key = createId();
    await db().rateLimit.create({ data: { key, expire: BigInt(Date.now() - 2 * hour) } });
    return async () => (await db().rateLimit.count({ where: { key } })) === 0;
  },
  'forget-old-idempotency-keys': async () => {
    const row = { id: randomHash(), userId: await createUser(db()), fingerprint: randomHash(), holder: 'a' };
    await db().idempotencyKey.create({
      data: { ...row, leaseUntil: ago(25 * hour), createdAt: ago(25 * hour) },
    });
    return async () => (await db().idempotencyKey.count({ where: { id: row.id } })) === 0;
  },
  'forget-old-deliveries': async () => {
    const userId = await createUser(db());
    const row = {
      id: `msg_${createId()}`,
      userId,
      webhookId: await webhookOf(userId),
      event: 'credits.low',
      data: '{}',
    };
    await db().webhookDelivery.create({ data: { ...row, createdAt: ago(31 * day) } });
    return async () => (await db().webhookDelivery.count({ where: { id: row.id } })) === 0;
  },
  'forget-old-reports': async () => {
    const taskId = await addTask(db(), await createUser(db()));
    const row = { id: createId(), taskId, reason: 'other', language: 'en', outcome: 'kept' };
    await db().filmReport.create({ data: { ...row, closedAt: ago(91 * day) } });
    return async () => (await db().filmReport.count({ where: { id: row.id } })) === 0;
  },
  'erase-accounts': async () => {
    const id = await createUser(db());
    await db().user.update({ where: { id }, data: { deletionAt: ago(hour) } });
    return async () => (await db().user.count({ where: { id } })) === 0;
  },
  'check-purchases': async () => {
    const visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor);
    await shop.sandbox.actions.pay(sessionId);
    await db().purchase.update({ where: { sessionId }, data: { createdAt: ago(hour) } });
    return async () => (await visitor.credits()) === 6;
  },
  'pay-back-withdrawals': async () => {
    const visitor = await shop.newVisitor();
    const sessionId = await shop.checkout(visitor);
    await shop.sandbox.actions.pay(sessionId);
    await shop.confirm(visitor, sessionId);
    const { id: withdrawal, userId } = { id: createId(), userId: visitor.userId };
    const row = { id: withdrawal, sessionId, userId, credits: 1, amount: 100, language: 'en' };
    await db().withdrawal.create({ data: row });
    return async () =>
      (await db().withdrawal.findUniqueOrThrow({ where: { id: withdrawal } })).refundedAt !== null;
  },
};

test('every schedule of the catalogue has a case here', () => {
  expect(catalogue.schedules.map(({ name }) => name).toSorted()).toEqual(Object.keys(cases).toSorted());
});

test.each(Object.entries(cases))('%s does its work when its time has come', async (name, arrange) => {
  const isDone = await arrange();
  expect(await isDone()).toBe(false);
  await shop.deps.queue.send(name, {});
  await expect.poll(isDone).toBe(true);
});

test('each schedule is set to its time, and no other is', async () => {
  const set = await shop.deps.queue.getSchedules();
  const timesOf = (all: readonly { name: string; cron: string }[]) =>
    Object.fromEntries(all.map(({ name, cron }) => [name, cron]));
  expect(timesOf(set)).toEqual(timesOf(catalogue.schedules));
});
