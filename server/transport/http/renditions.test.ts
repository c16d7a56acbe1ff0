import { afterAll, beforeAll, expect, test } from 'vitest';
import { openShop, type Shop } from '#tests/support/shop.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { runPrefix as albumRunPrefix } from '#server/features/albums/album-job.ts';
import { runPrefix } from '#server/features/generation/task-keys.ts';
import { posterKey, videoKey } from '#server/features/media/film-keys.ts';
import { createId } from '#server/platform/ids.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Every byte of a clean file is C, of a watermarked one W, so that a leak is visible in any part. */
const clean = Buffer.alloc(4096, 'C');
const watermarked = Buffer.alloc(4000, 'W');

async function storeFiles(prefix: string): Promise<void> {
  const { storage } = shop.deps;
  for (const key of [videoKey, posterKey]) {
    await storage.putBytes(key(prefix, 'clean'), clean);
    await storage.putBytes(key(prefix, 'watermarked'), watermarked);
  }
}

/** A finished video of the visitor, with the storage prefix of its files. */
async function finishedVideo({ userId }: Visitor): Promise<{ taskId: string; path: string; prefix: string }> {
  const { db } = shop.deps;
  const taskId = createId();
  const prefix = runPrefix(taskId, createId());
  await storeFiles(prefix);
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
  return { taskId, path: `/api/public/video/${taskId}`, prefix };
}

/** The same for an album. */
async function finishedAlbum({ userId }: Visitor): Promise<{ path: string; prefix: string }> {
  const id = createId();
  const prefix = albumRunPrefix(id, createId());
  await storeFiles(prefix);
  const done = { status: 'completed', progress: 1, renditionPrefix: prefix, finishedAt: new Date() };
  await shop.deps.db.album.create({ data: { id, userId, name: 'Nonna', ...done } });
  return { path: `/api/public/album/${id}`, prefix };
}

const kinds = { video: finishedVideo, album: finishedAlbum } as const;

async function fetchBoth(taskId: string, headers: Record<string, string> = {}) {
  const video = await fetch(`${shop.url}/api/public/video/${taskId}`, { headers });
  const poster = await fetch(`${shop.url}/api/public/video/${taskId}/poster.jpg`, { headers });
  return [await video.text(), await poster.text()].map((text) => new Set(text));
}

const all = (letter: string) => [new Set(letter), new Set(letter)];

async function buy(visitor: Visitor, promotionCode?: string): Promise<string> {
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId, promotionCode ? { promotionCode } : {});
  await shop.sandbox.settled();
  return sessionId;
}

test('existing videos are clean from the payment on, and watermarked again after a full refund', async () => {
  const visitor = await shop.newVisitor();
  const { taskId } = await finishedVideo(visitor);
  const path = `${shop.url}/api/public/video/${taskId}`;
  expect(await fetchBoth(taskId)).toEqual(all('W'));
  const before = (await fetch(path, { method: 'HEAD' })).headers.get('etag') ?? '';
  const sessionId = await buy(visitor);
  expect(await fetchBoth(taskId)).toEqual(all('C'));
  // A revalidating cache does not keep the watermark either.
  const revalidated = await fetch(path, { headers: { 'if-none-match': before } });
  expect(revalidated.status).toBe(200);
  const paid = revalidated.headers.get('etag') ?? '';
  expect(paid).not.toBe(before);
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId));
  await shop.sandbox.settled();
  expect(await fetchBoth(taskId, { 'if-none-match': paid })).toEqual(all('W'));
  expect(await fetchBoth(taskId, { 'if-range': paid, range: 'bytes=0-99' })).toEqual(all('W'));
});

test('a 100 % coupon makes a paying user, and a partial refund keeps one', async () => {
  const [guest, partly] = [await shop.newVisitor(), await shop.newVisitor()];
  const videos = [await finishedVideo(guest), await finishedVideo(partly)];
  await buy(guest, 'FREE100');
  await shop.sandbox.actions.refund(await shop.paymentOf(await buy(partly)), 898);
  await shop.sandbox.settled();
  for (const { taskId } of videos) expect(await fetchBoth(taskId)).toEqual(all('C'));
});

test('another user’s payment changes nothing', async () => {
  const [free, payer] = [await shop.newVisitor(), await shop.newVisitor()];
  const { taskId } = await finishedVideo(free);
  await buy(payer);
  expect(await fetchBoth(taskId, { cookie: payer.cookie })).toEqual(all('W'));
});

test.each(['video', 'album'] as const)(
  'a free user gets no clean byte of the %s in 500 tries',
  async (kind) => {
    const visitor = await shop.newVisitor();
    const { path: base, prefix } = await kinds[kind](visitor);
    const payer = await shop.newVisitor();
    const bought = await kinds[kind](payer);
    await buy(payer);
    const key = videoKey(prefix, 'clean');
    const cleanTag = (await payer.get(bought.path)).headers.get('etag') ?? '';
    expect(cleanTag).toMatch(/^"[\w-]{27}"$/);
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
    const door = `/api/public/${kind}`;
    paths.push(`${door}/${encodeURIComponent(key)}`, `${door}/..%2f..%2f${key}`);
    paths.push(`${bought.path}/../${base.slice(door.length + 1)}`);
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
            // May be a poster, a video or an error, but must not reveal any byte or length of the clean file.
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
  },
);

test.each(['video', 'album'] as const)(
  'when racing the payment, each response of the %s is one rendition, and clean only after the credit',
  async (kind) => {
    const visitor = await shop.newVisitor();
    const { path } = await kinds[kind](visitor);
    const sessionId = await shop.checkout(visitor);
    const isPaid = async () =>
      (await shop.deps.db.purchase.findUniqueOrThrow({ where: { sessionId } })).status === 'paid';
    const faults: string[] = [];
    let watermarkedBefore = 0;
    /** Downloads repeatedly until it gets the clean rendition. */
    async function download(suffix: string): Promise<void> {
      for (;;) {
        const paidBefore = await isPaid();
        const letters = [...new Set(await (await fetch(shop.url + path + suffix)).text())].join('');
        if (letters !== 'C' && letters !== 'W') faults.push(`an answer of ${letters}`);
        if (letters === 'W' && paidBefore) faults.push('watermarked after the credit');
        if (letters === 'W') watermarkedBefore += 1;
        if (letters === 'C') {
          if (!(await isPaid())) faults.push('clean before the credit');
          return;
        }
        if (faults.length > 0) return;
      }
    }
    const downloads = ['', '?download=1', '/poster.jpg', '', '?download=1', '/poster.jpg'].map(download);
    // All six are running before the payment; then webhook and success page race them and each other.
    await expect.poll(() => watermarkedBefore, { interval: 1 }).toBeGreaterThanOrEqual(12);
    await shop.sandbox.actions.pay(sessionId);
    await Promise.all([...downloads, ...Array.from({ length: 3 }, () => shop.confirm(visitor, sessionId))]);
    await shop.sandbox.settled();
    expect(faults).toEqual([]);
    expect(await visitor.credits()).toBe(6);
  },
);
