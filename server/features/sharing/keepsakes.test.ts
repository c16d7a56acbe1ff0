import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo, clientOf } from '#tests/support/albums.ts';
import { openPdf, readCode } from '#tests/support/pdf.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { createId } from '#server/platform/ids.ts';
import { posterKey } from '../media/film-keys.ts';

let server: TestServer;
let owner: Visitor;
let taskId: string;
let brightness: { clean: number; watermarked: number };

beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  owner = await newVisitor(server.url);
  // The renditions differ strongly in brightness.
  brightness = { clean: 1, watermarked: 0.1 };
  const clean = await portrait({ brightness: brightness.clean });
  const watermarked = await portrait({ brightness: brightness.watermarked });
  taskId = await addVideo(server, owner.userId, { clean, watermarked });
  await server.deps.db.videoTask.update({ where: { id: taskId }, data: { name: 'Nonna Rosa: 1931' } });
});
afterAll(() => server.close());

async function cardOf(visitor: Visitor, query: string) {
  const answer = await visitor.get(`/api/keepsakes?${query}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const page = await (await openPdf(new Uint8Array(await answer.arrayBuffer()))).page(1);
  return { answer, page, pixels: await page.pixels(150) };
}

/** The mean of the upper half, from 0 (black) to 255 (white). */
function meanOf({ data }: { data: Uint8ClampedArray }): number {
  const half = data.subarray(0, data.length / 2);
  return half.reduce((sum, value) => sum + value, 0) / half.length;
}

test('a card shows the name of the video, and its code links to the video’s page', async () => {
  const { answer, page, pixels } = await cardOf(owner, `videos=${taskId}&language=it`);
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="Nonna Rosa_ 1931.pdf"');
  expect(page.millimetres).toEqual([105, 148]);
  expect(page.text).toContain('Nonna Rosa: 1931');
  expect(page.text).toContain('Inquadra il codice e guardala muoversi');
  expect(readCode(pixels)).toBe(`${server.url}/it/video/${taskId}`);
});

test('what can’t be printed is said before', async () => {
  const named = async (name: string): Promise<string> => {
    const photo = await portrait();
    const id = await addVideo(server, owner.userId, { clean: photo, watermarked: photo });
    await server.deps.db.videoTask.update({ where: { id }, data: { name } });
    return id;
  };
  const ids = [await named('\u{13000} Rosa \u{13001}\u{13000}'), await named('奶奶 \u{13002}'), taskId];
  const found = (videos: string[], visitor = owner) =>
    clientOf(server, visitor).share.unprintable.query({ videos });
  expect(await found(ids)).toEqual(['\u{13000}', '\u{13001}', '\u{13002}']);
  expect(await found([taskId])).toEqual([]);
  const texts = ['Für \u{13003} und \u{13000}', 'ბებია'];
  expect(await clientOf(server, owner).share.unprintable.query({ texts })).toEqual([
    '\u{13003}',
    '\u{13000}',
    'ბ',
    'ე',
    'ი',
    'ა',
  ]);
  const other = await newVisitor(server.url);
  await expect(found([taskId], other)).rejects.toThrow('Video not found');
});

test('the photo is in the rendition that the owner is entitled to', async () => {
  const free = meanOf((await cardOf(owner, `videos=${taskId}`)).pixels);
  await server.deps.db.purchase.create({
    data: {
      sessionId: createId(),
      userId: owner.userId,
      packageId: 'legacy',
      credits: 5,
      price: 100,
      language: 'en',
      status: 'paid',
      amountPaid: 100,
      paidAt: new Date(),
    },
  });
  expect(meanOf((await cardOf(owner, `videos=${taskId}`)).pixels)).toBeGreaterThan(free + 20);
});

test('an album has a card under its name', async () => {
  const renditionPrefix = `albums/${createId()}`;
  for (const rendition of ['clean', 'watermarked'] as const)
    await server.deps.storage.putBytes(posterKey(renditionPrefix, rendition), await portrait());
  const { id } = await server.deps.db.album.create({
    data: {
      id: createId(),
      userId: owner.userId,
      name: 'Estate',
      status: 'completed',
      progress: 1,
      renditionPrefix,
      finishedAt: new Date(),
    },
  });
  const { page, pixels } = await cardOf(owner, `album=${id}&format=postcard`);
  expect(page.millimetres).toEqual([148, 100]);
  expect(page.text).toContain('Estate');
  expect(readCode(pixels)).toBe(`${server.url}/en/album/${id}`);
});

test('other users can’t have a card made, and none is made for missing videos or wrong queries', async () => {
  const other = await newVisitor(server.url);
  const get = async (visitor: Visitor, query: string) => {
    const answer = await visitor.get(`/api/keepsakes?${query}`);
    return [answer.status, ((await answer.json()) as { code: string }).code];
  };
  expect((await fetch(`${server.url}/api/keepsakes?videos=${taskId}`)).status).toBe(401);
  expect(await get(other, `videos=${taskId}`)).toEqual([404, 'task_not_found']);
  expect(await get(other, `videos=${createId()}`)).toEqual([404, 'task_not_found']);
  expect(await get(owner, `album=${createId()}`)).toEqual([404, 'album_not_found']);
  for (const query of [
    '',
    'videos=nonsense',
    `videos=${taskId},${taskId}`,
    `videos=${taskId}&album=${createId()}`,
    `videos=${taskId}&format=a3`,
    `videos=${taskId}&sheet=a3`,
    `videos=${Array.from({ length: 51 }, createId).join(',')}`,
  ])
    expect([query, (await get(owner, query))[0]]).toEqual([query, query === 'videos=nonsense' ? 404 : 400]);
});
