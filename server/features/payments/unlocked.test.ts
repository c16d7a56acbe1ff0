import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAlbum, addVideo, clientOf, fakeVideo } from '#tests/support/albums.ts';
import { ledgerFaults, readLedger } from '#tests/support/ledger.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { createId } from '#server/platform/ids.ts';
import { spend } from '../credits/ledger.ts';
import { runExport } from '../exports/make-archive.ts';
import { emptyTrash } from '../job-lifecycle/trash.ts';
import { videoJob } from '../generation/running/video-job.ts';
import { payBackWithdrawals } from './withdrawals/pay-back.ts';
import { differences } from './reconciling/reconcile.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Buys 5 credits for 8.99 euros. */
async function buy(visitor: Visitor): Promise<string> {
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.confirm(visitor, sessionId);
  return sessionId;
}

/** A video that cost one credit. */
async function makeVideo({ userId }: Visitor): Promise<string> {
  const id = await addVideo(shop, userId, fakeVideo('a'));
  await spend(shop.deps.db, { userId, amount: 1, reason: 'generation', reference: id });
  return id;
}

const fetchVideo = async (id: string, options: RequestInit = {}) =>
  (await fetch(`${shop.url}/api/public/video/${id}`, options)).text();

async function offered(visitor: Visitor, id: string) {
  const entries = await clientOf(shop, visitor).purchases.list.query();
  const { credits, unlocked, amount } = entries.find((entry) => entry.id === id)?.withdrawal ?? {};
  return { credits, unlocked, amount };
}

/** The credits and cents that a withdrawal gives back, or the error's code. */
async function withdraw(visitor: Visitor, id: string) {
  const made = clientOf(shop, visitor).purchases.withdraw.mutate({ id });
  return made.then(
    ({ credits, amount }) => ({ credits, amount }),
    (error: unknown) => (error as { data: { errorCode: string } }).data.errorCode,
  );
}

/** What a reconciliation finds about the purchase, or its ledger. */
async function faults({ userId }: Visitor, sessionId: string): Promise<string[]> {
  const found = await ledgerFaults(shop.deps.pool, userId);
  for await (const difference of differences(shop.deps))
    if (difference.includes(sessionId)) found.push(difference);
  return found;
}

const nothing = { credits: undefined, unlocked: undefined, amount: undefined };

test('an earlier video that was fetched clean counts as used, once, and the offer says so before', async () => {
  const visitor = await shop.newVisitor();
  const video = await makeVideo(visitor);
  const sessionId = await buy(visitor);
  expect(await offered(visitor, sessionId)).toEqual({ credits: 5, unlocked: 0, amount: 899 });
  // Asking about the file, or seeing its first frame, delivers no film.
  await fetchVideo(video, { method: 'HEAD' });
  const { headers } = await fetch(`${shop.url}/api/public/video/${video}`, { method: 'HEAD' });
  for (const known of ['*', headers.get('etag') ?? '', `"other", W/${headers.get('etag')}`])
    await fetchVideo(video, { headers: { 'if-none-match': known } });
  await fetch(`${shop.url}/api/public/video/${video}/poster.jpg`);
  expect(await offered(visitor, sessionId)).toEqual({ credits: 5, unlocked: 0, amount: 899 });
  const range = { headers: { range: 'bytes=0-0' } };
  expect(await Promise.all([fetchVideo(video), fetchVideo(video, range), fetchVideo(video)])).toEqual([
    ...['A', 'A', 'A'],
  ]);
  expect(await offered(visitor, sessionId)).toEqual({ credits: 4, unlocked: 1, amount: 720 });
  expect(await withdraw(visitor, sessionId)).toEqual({ credits: 4, amount: 720 });
  await shop.sandbox.settled();
  expect(await visitor.credits()).toBe(0);
  const lines = await readLedger(shop.deps.pool, visitor.userId);
  expect(lines.slice(-2).map(({ reason, delta, reference }) => [reason, delta, reference])).toEqual([
    ['adjustment', -1, `unlock:${video}`],
    ['clawback', -4, `${sessionId}:4`],
  ]);
  expect(await faults(visitor, sessionId)).toEqual([]);
  // It was paid for: one credit of five was not given back, so the video stays clean.
  expect(await fetchVideo(video)).toBe('A');
  expect(await withdraw(visitor, sessionId)).toBe('withdrawal_not_possible');
});

test('buying, saving and withdrawing again and again costs a credit for each video', async () => {
  const visitor = await shop.newVisitor();
  const first = await makeVideo(visitor);
  const one = await buy(visitor);
  await fetchVideo(first);
  expect(await withdraw(visitor, one)).toEqual({ credits: 4, amount: 720 });
  await shop.sandbox.settled();
  // What was counted once is not counted again.
  const two = await buy(visitor);
  await fetchVideo(first);
  expect(await withdraw(visitor, two)).toEqual({ credits: 5, amount: 899 });
  await shop.sandbox.settled();
  expect(await visitor.credits()).toBe(0);
  expect(await faults(visitor, two)).toEqual([]);
});

test('a video that a bought credit made is used already, and is not counted twice', async () => {
  const visitor = await shop.newVisitor();
  const free = await makeVideo(visitor);
  const sessionId = await buy(visitor);
  const bought = await makeVideo(visitor);
  await fetchVideo(bought);
  expect(await offered(visitor, sessionId)).toEqual({ credits: 4, unlocked: 0, amount: 720 });
  await fetchVideo(free);
  expect(await offered(visitor, sessionId)).toEqual({ credits: 3, unlocked: 1, amount: 540 });
});

test('an album counts for the videos in it, and a frame delivers as well', async () => {
  const visitor = await shop.newVisitor();
  const { userId } = visitor;
  const [a, b] = [await makeVideo(visitor), await addVideo(shop, userId, fakeVideo('b'))];
  const c = await addVideo(shop, userId, fakeVideo('c'));
  const album = await addAlbum(shop, userId, fakeVideo('ab'));
  const clips = [a, b].map((taskId, position) => ({ albumId: album, taskId, position }));
  await shop.deps.db.albumClip.createMany({ data: clips });
  const sessionId = await buy(visitor);
  await fetch(`${shop.url}/api/public/album/${album}`);
  await fetchVideo(a);
  expect(await offered(visitor, sessionId)).toEqual({ credits: 3, unlocked: 2, amount: 540 });
  const { secret } = await clientOf(shop, visitor).frame.create.mutate({
    name: null,
    dim: null,
    films: null,
  });
  expect(await (await fetch(`${shop.url}/api/frame/${secret}/video/${c}`)).text()).toBe('C');
  expect(await offered(visitor, sessionId)).toEqual({ credits: 2, unlocked: 3, amount: 360 });
});

test('an archive of one’s data delivers all films in it', async () => {
  const visitor = await shop.newVisitor();
  await makeVideo(visitor);
  const sessionId = await buy(visitor);
  const row = { id: createId(), userId: visitor.userId, language: 'en' };
  await shop.deps.db.dataExport.create({ data: row });
  await runExport(shop.deps, row.id, new AbortController().signal);
  expect(await offered(visitor, sessionId)).toEqual({ credits: 4, unlocked: 1, amount: 720 });
});

test('deleting the video changes nothing, and a purchase that is used up can’t be withdrawn from', async () => {
  const visitor = await shop.newVisitor();
  const videos = [await makeVideo(visitor)];
  for (let i = 0; i < 4; i++) videos.push(await addVideo(shop, visitor.userId, fakeVideo('a')));
  const sessionId = await buy(visitor);
  for (const video of videos) await fetchVideo(video);
  await shop.deps.db.videoTask.updateMany({
    where: { userId: visitor.userId },
    data: { deletedAt: new Date(0) },
  });
  await emptyTrash(videoJob, shop.deps);
  expect(await offered(visitor, sessionId)).toEqual(nothing);
  expect(await withdraw(visitor, sessionId)).toBe('withdrawal_not_possible');
  expect(await visitor.credits()).toBe(5);
});

test('once a withdrawal is declared, nothing more is delivered clean, even if its refund waits', async () => {
  const visitor = await shop.newVisitor();
  const video = await makeVideo(visitor);
  const sessionId = await buy(visitor);
  shop.sandbox.faults.failCalls(100);
  expect(await withdraw(visitor, sessionId)).toEqual({ credits: 5, amount: 899 });
  expect(await fetchVideo(video)).toBe('a');
  shop.sandbox.faults.clear();
  await payBackWithdrawals(shop.deps);
  await shop.sandbox.settled();
  expect(await fetchVideo(video)).toBe('a');
  expect(await visitor.credits()).toBe(0);
});

test('of deliveries and a withdrawal at the same time, those before it count, and none follows a whole one', async () => {
  const visitor = await shop.newVisitor();
  await makeVideo(visitor);
  const videos = await Promise.all(
    Array.from({ length: 4 }, () => addVideo(shop, visitor.userId, fakeVideo('a'))),
  );
  const sessionId = await buy(visitor);
  const [made, ...films] = await Promise.all([
    withdraw(visitor, sessionId),
    ...videos.map((video) => fetchVideo(video)),
  ]);
  await shop.sandbox.settled();
  const lines = await readLedger(shop.deps.pool, visitor.userId);
  const counted = lines.filter(({ reference }) => reference.startsWith('unlock:')).length;
  expect(made).toMatchObject({ credits: 5 - counted });
  // If the purchase stands in part, its buyer goes on seeing clean videos.
  expect(counted === 0 && films.includes('A')).toBe(false);
  expect(await visitor.credits()).toBe(0);
});

test('who bought before the terms said so withdraws from all unspent credits', async () => {
  const visitor = await shop.newVisitor();
  const video = await makeVideo(visitor);
  const sessionId = await buy(visitor);
  await shop.deps.db.purchase.update({ where: { sessionId }, data: { beginTerms: '2026-11' } });
  await fetchVideo(video);
  expect(await withdraw(visitor, sessionId)).toEqual({ credits: 5, amount: 899 });
});
