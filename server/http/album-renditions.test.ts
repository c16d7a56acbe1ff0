import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideos, clientOf, followAlbum } from '../../tests/support/albums.ts';
import { paperFilms, shownBy } from '../../tests/support/paper-films.ts';
import { openShop, type Shop } from '../../tests/support/shop.ts';
import type { Visitor } from '../../tests/support/visitor.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ films: paperFilms(), jobs: true });
});
afterAll(() => shop.close());

/** A finished album of the visitor's; its public path. */
async function makeAlbum(visitor: Visitor): Promise<string> {
  const videoIds = await addVideos(shop, visitor.userId);
  const { mergeId } = await clientOf(shop, visitor).album.create.mutate({ videoIds, albumName: 'Nonna' });
  const end = (await followAlbum(shop, visitor.userId, mergeId)).at(-1);
  return `${shop.url}${end?.outputUrl}`;
}

/** The film and its poster: in capitals where they are clean. */
async function served(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const answers = [path, `${path}/poster.jpg`].map(async (address) =>
    shownBy(await (await fetch(address, { headers })).text()),
  );
  return Promise.all(answers);
}
const watermarked = ['ab', 'a'];
const clean = ['AB', 'A'];

test('an album made before is clean from the payment on, and watermarked again after a whole refund', async () => {
  const visitor = await shop.newVisitor();
  const path = await makeAlbum(visitor);
  expect(await served(path)).toEqual(watermarked);
  const before = (await fetch(path, { method: 'HEAD' })).headers.get('etag') ?? '';
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.settled();
  // Nor does a cache that asks with what it has keep the watermark.
  expect(await served(path, { 'if-none-match': before })).toEqual(clean);
  const paid = (await fetch(path, { method: 'HEAD' })).headers.get('etag') ?? '';
  expect(paid).not.toBe(before);
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId));
  await shop.sandbox.settled();
  expect(await served(path, { 'if-none-match': paid })).toEqual(watermarked);
  const resumed = await fetch(path, { headers: { 'if-range': paid, range: 'bytes=1-' } });
  expect([resumed.status, shownBy(await resumed.text())]).toEqual([200, 'ab']);
});

test('what a paying user has made is clean at once, somebody else’s is not, whoever asks', async () => {
  const [free, payer] = [await shop.newVisitor(), await shop.newVisitor()];
  const sessionId = await shop.checkout(payer);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.settled();
  expect(await served(await makeAlbum(payer), { cookie: free.cookie })).toEqual(clean);
  const foreign = await makeAlbum(free);
  expect(await served(foreign, { cookie: payer.cookie })).toEqual(watermarked);
  for (const guess of ['/clean.mp4', '/clean', '?rendition=clean', '/../clean.mp4'])
    expect(await (await fetch(foreign + guess)).text()).not.toContain('AB');
});
