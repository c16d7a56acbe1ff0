import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '../../tests/support/shop.ts';
import type { Visitor } from '../../tests/support/visitor.ts';
import { runPrefix } from '../features/generation/keys.ts';
import { posterKey, videoKey } from '../features/media/keys.ts';
import { createId } from '../platform/ids.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Every byte of a clean file is C, of a watermarked one W: what leaked is seen in any part of it. */
const clean = Buffer.alloc(4096, 'C');
const watermarked = Buffer.alloc(4000, 'W');

/** A finished video of the visitor's, and where its clean files lie in the storage. */
async function finishedVideo({ userId }: Visitor): Promise<{ taskId: string; prefix: string }> {
  const { db, storage } = shop.deps;
  const taskId = createId();
  const prefix = runPrefix(taskId, createId());
  for (const key of [videoKey, posterKey]) {
    await storage.putBytes(key(prefix, 'clean'), clean);
    await storage.putBytes(key(prefix, 'watermarked'), watermarked);
  }
  const common = {
    id: taskId,
    userId,
    provider: 'local',
    prompt: '',
    originalFilename: 'a.jpg',
    photoKey: 'p',
  };
  await db.videoTask.create({
    data: { ...common, status: 'Success', progress: 1, renditionPrefix: prefix, finishedAt: new Date() },
  });
  return { taskId, prefix };
}

async function fetchBoth(taskId: string, headers: Record<string, string> = {}) {
  const video = await fetch(`${shop.url}/api/public/video/${taskId}`, { headers });
  const poster = await fetch(`${shop.url}/api/public/video/${taskId}/poster.jpg`, { headers });
  return [await video.text(), await poster.text()].map((text) => new Set(text));
}

const all = (letter: string) => [new Set(letter), new Set(letter)];

async function buy(visitor: Visitor, promotionCode?: string): Promise<string> {
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.acts.pay(sessionId, promotionCode ? { promotionCode } : {});
  await shop.sandbox.settled();
  return sessionId;
}

test('videos made before are clean from the payment on, and watermarked again after a whole refund', async () => {
  const visitor = await shop.newVisitor();
  const { taskId } = await finishedVideo(visitor);
  const path = `${shop.url}/api/public/video/${taskId}`;
  expect(await fetchBoth(taskId)).toEqual(all('W'));
  const before = (await fetch(path, { method: 'HEAD' })).headers.get('etag') ?? '';
  const sessionId = await buy(visitor);
  expect(await fetchBoth(taskId)).toEqual(all('C'));
  // Nor does a cache that asks with what it has keep the watermark.
  const revalidated = await fetch(path, { headers: { 'if-none-match': before } });
  expect(revalidated.status).toBe(200);
  const paid = revalidated.headers.get('etag') ?? '';
  expect(paid).not.toBe(before);
  await shop.sandbox.acts.refund(await shop.paymentOf(sessionId));
  await shop.sandbox.settled();
  expect(await fetchBoth(taskId, { 'if-none-match': paid })).toEqual(all('W'));
  expect(await fetchBoth(taskId, { 'if-range': paid, range: 'bytes=0-99' })).toEqual(all('W'));
});

test('a coupon of 100 % makes a paying user; a part refunded doesn’t unmake one', async () => {
  const [guest, partly] = [await shop.newVisitor(), await shop.newVisitor()];
  const videos = [await finishedVideo(guest), await finishedVideo(partly)];
  await buy(guest, 'FREE100');
  await shop.sandbox.acts.refund(await shop.paymentOf(await buy(partly)), 898);
  await shop.sandbox.settled();
  for (const { taskId } of videos) expect(await fetchBoth(taskId)).toEqual(all('C'));
});

test('somebody else’s payment changes nothing', async () => {
  const [free, payer] = [await shop.newVisitor(), await shop.newVisitor()];
  const { taskId } = await finishedVideo(free);
  await buy(payer);
  expect(await fetchBoth(taskId, { cookie: payer.cookie })).toEqual(all('W'));
});

test('a free user gets no clean byte in 500 tries', async () => {
  const visitor = await shop.newVisitor();
  const { taskId, prefix } = await finishedVideo(visitor);
  const payer = await shop.newVisitor();
  const bought = await finishedVideo(payer);
  await buy(payer);
  const base = `/api/public/video/${taskId}`;
  const key = videoKey(prefix, 'clean');
  const cleanTag = (await payer.get(`/api/public/video/${bought.taskId}`)).headers.get('etag') ?? '';
  const paths = [
    ...[
      '',
      '/poster.jpg',
      '?download=1',
      '?rendition=clean',
      '?watermark=0',
      '?clean',
      '/clean',
      '/clean.mp4',
    ],
    ...['/../clean.mp4', '/%2e%2e/clean', '.mp4', '/poster.jpg?rendition=clean', '//', '?taskId=x&clean=1'],
  ].map((suffix) => base + suffix);
  paths.push(`/${key}`, `/media/${key}`, `/api/${key}`, `/data/media/${key}`, `/api/public/${key}`);
  paths.push(`/api/public/video/${encodeURIComponent(key)}`, `/api/public/video/..%2f..%2f${key}`);
  paths.push(`/api/public/video/${bought.taskId}/../${taskId}`);
  const headers = [
    ...['bytes=0-', 'bytes=-100', 'bytes=0-0', 'bytes=4000-4095', 'bytes=0-1,4-5', 'bytes=3999-9999'].map(
      (range) => ({ range }),
    ),
    ...[cleanTag, '*', `W/${cleanTag}`].map((tag) => ({ 'if-none-match': tag })),
    ...[cleanTag, '*', `W/${cleanTag}`].map((tag) => ({ 'if-range': tag, range: 'bytes=4000-' })),
    { accept: 'video/mp4;rendition=clean', 'x-rendition': 'clean' },
    { 'x-original-url': `/${key}`, 'x-rewrite-url': `/${key}` },
    { 'cache-control': 'only-if-cached' },
    { cookie: `${visitor.cookie}; paid=1; rendition=clean` },
    {},
  ] as Record<string, string>[];
  const methods = ['GET', 'HEAD'];
  let tries = 0;
  for (const path of paths) {
    await Promise.all(
      methods.flatMap((method) =>
        headers.map(async (extra) => {
          const response = await fetch(shop.url + path, {
            method,
            headers: { cookie: visitor.cookie, ...extra },
          });
          const { status, headers: answered } = response;
          // A poster, a video or an error, but not one byte or one length of the clean file.
          if (status < 300) expect(await response.text()).not.toContain('C');
          expect(answered.get('content-range') ?? '').not.toContain('4096');
          expect(answered.get('content-length')).not.toBe('4096');
          expect(answered.get('etag') ?? '').not.toBe(cleanTag);
          tries += 1;
        }),
      ),
    );
  }
  expect(tries).toBeGreaterThanOrEqual(500);
});

test('in a race with the payment, no clean byte is sent before it is credited', async () => {
  const visitor = await shop.newVisitor();
  const { taskId } = await finishedVideo(visitor);
  const sessionId = await shop.checkout(visitor);
  shop.sandbox.faults.hold();
  await shop.sandbox.acts.pay(sessionId);
  const seen = await Promise.all(Array.from({ length: 20 }, () => fetchBoth(taskId)));
  expect(seen).toEqual(Array.from({ length: 20 }, () => all('W')));
  shop.sandbox.faults.release();
  await shop.sandbox.settled();
  expect(await fetchBoth(taskId)).toEqual(all('C'));
});
