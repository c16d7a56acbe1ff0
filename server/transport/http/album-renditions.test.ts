import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo, addVideos, clientOf, followAlbum } from '#tests/support/albums.ts';
import { fakeFilms, shownBy } from '#tests/support/fake-films.ts';
import { openShop, type Shop } from '#tests/support/shop.ts';
import type { Visitor } from '#tests/support/visitor.ts';
import { albumJob } from '#server/features/albums/album-job.ts';
import { emptyTrash } from '#server/features/job-lifecycle/trash.ts';

let shop: Shop;
beforeAll(async () => {
  shop = await openShop({ films: fakeFilms(), jobs: true });
});
afterAll(() => shop.close());

/** Makes a finished album of the visitor and returns its public path. */
async function makeAlbum(visitor: Visitor): Promise<string> {
  const videoIds = await addVideos(shop, visitor.userId);
  const { mergeId } = await clientOf(shop, visitor).album.create.mutate({ videoIds, albumName: 'Nonna' });
  const end = (await followAlbum(shop, visitor.userId, mergeId)).at(-1);
  return `${shop.url}${end?.outputUrl}`;
}

/** The contents of the film and its poster: in capitals if clean. */
async function served(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const answers = [path, `${path}/poster.jpg`].map(async (address) =>
    shownBy(await (await fetch(address, { headers })).text()),
  );
  return Promise.all(answers);
}
const watermarked = ['ab', 'a'];
const clean = ['AB', 'A'];

test('an existing album is clean from the payment on, and watermarked again after a full refund', async () => {
  const visitor = await shop.newVisitor();
  const path = await makeAlbum(visitor);
  expect(await served(path)).toEqual(watermarked);
  const before = (await fetch(path, { method: 'HEAD' })).headers.get('etag') ?? '';
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.settled();
  // A revalidating cache does not keep the watermark either.
  expect(await served(path, { 'if-none-match': before })).toEqual(clean);
  const paid = (await fetch(path, { method: 'HEAD' })).headers.get('etag') ?? '';
  expect(paid).not.toBe(before);
  await shop.sandbox.actions.refund(await shop.paymentOf(sessionId));
  await shop.sandbox.settled();
  expect(await served(path, { 'if-none-match': paid })).toEqual(watermarked);
  const resumed = await fetch(path, { headers: { 'if-range': paid, range: 'bytes=1-' } });
  expect([resumed.status, shownBy(await resumed.text())]).toEqual([200, 'ab']);
});

test('albums of a paying user are clean at once, those of others are not, whoever asks', async () => {
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

/** A film of two of these has 20,000,000 bytes; messengers accept 16,000,000. */
const large = (name: string) => Buffer.concat([Buffer.from(`${name}\0`), Buffer.alloc(10_000_000)]);

test('an album too large for messengers has a smaller version, in the rendition that its owner is entitled to', async () => {
  const visitor = await shop.newVisitor();
  const { album } = clientOf(shop, visitor);
  const video = { clean: large('AB'), watermarked: large('ab') };
  const videoIds = [await addVideo(shop, visitor.userId, video), await addVideo(shop, visitor.userId, video)];
  const { mergeId } = await album.create.mutate({ videoIds, albumName: 'Nonna' });
  const end = (await followAlbum(shop, visitor.userId, mergeId)).at(-1);
  const path = `/api/public/album/${mergeId}`;
  expect([end?.downloadUrl, end?.smallUrl]).toEqual([`${path}?download=1`, `${path}?size=small&download=1`]);
  const small = async () => {
    const response = await fetch(shop.url + end?.smallUrl);
    expect(response.headers.get('content-disposition')).toBe('attachment; filename=Nonna-album-small.mp4');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBeLessThanOrEqual(16_000_000);
    return { shown: shownBy(bytes.toString('latin1')), etag: response.headers.get('etag') };
  };
  const before = await small();
  expect(before.shown).toBe('ab');
  expect(
    Number((await fetch(shop.url + path, { method: 'HEAD' })).headers.get('content-length')),
  ).toBeGreaterThan(20_000_000);
  const fetchProvenance = async () => (await fetch(`${shop.url}${path}/provenance?size=small`)).json();
  expect(await fetchProvenance()).toMatchObject({
    rendition: 'watermarked',
    recorded: true,
    steps: ['joined', 'compressed', 'watermarked'],
  });
  const sessionId = await shop.checkout(visitor);
  await shop.sandbox.actions.pay(sessionId);
  await shop.sandbox.settled();
  const after = await small();
  expect(after.shown).toBe('AB');
  expect(after.etag).not.toBe(before.etag);
  expect(await fetchProvenance()).toMatchObject({ rendition: 'clean', steps: ['joined', 'compressed'] });
  expect((await album.list.query()).map(({ smallUrl }) => smallUrl)).toEqual([end?.smallUrl]);
  // Permanent deletion leaves nothing behind.
  const { storage, db } = shop.deps;
  await album.delete.mutate({ mergeId });
  await emptyTrash(albumJob, shop.deps, Date.now() + 3_600_000);
  expect([
    await storage.list(`albums/${mergeId}`),
    await db.provenance.count({ where: { albumId: mergeId } }),
  ]).toEqual([[], 0]);
});

test('the small version of a small album is the album itself', async () => {
  const visitor = await shop.newVisitor();
  const path = await makeAlbum(visitor);
  const [only] = await clientOf(shop, visitor).album.list.query();
  expect(only).not.toHaveProperty('smallUrl');
  expect(shownBy(await (await fetch(`${path}?size=small`)).text())).toBe('ab');
});
