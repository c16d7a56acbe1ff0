import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOf, followAlbum } from '#tests/support/albums.ts';
import { hasObjectStore, type ObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { albumJob } from './features/albums/album-job.ts';
import { grant } from './features/credits/ledger.ts';
import { videoJob } from './features/generation/running/video-job.ts';
import { emptyTrash } from './features/job-lifecycle/trash.ts';

const away = {
  error: 'Memori is busy right now. Please try again in a moment.',
  code: 'service_unavailable',
};

describe.skipIf(!hasObjectStore)('with files in Ceph', () => {
  let store: ObjectStore;
  let server: TestServer;
  let visitor: Visitor;
  beforeAll(async () => {
    store = await startObjectStore();
    server = await startTestServer({ settings: await store.createBucket() });
    visitor = await newVisitor(server.url);
    await grant(server.deps.db, { userId: visitor.userId, amount: 1, reference: 'cs_store' });
  });
  afterAll(async () => {
    await server?.close();
    await store?.[Symbol.asyncDispose]();
  });

  const generate = async () =>
    ((await (await visitor.generate(await portrait())).json()) as { taskId: string }).taskId;

  async function expectAway(response: Response): Promise<void> {
    expect({ status: response.status, body: await response.json() }).toMatchObject({
      status: 503,
      body: away,
    });
    expect(response.headers.get('retry-after')).toBe('5');
  }

  async function storedKeys(): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of server.deps.storage.keys()) keys.push(key);
    return keys;
  }

  test('videos are made, watched and joined, deletion removes every file, and an outage costs nothing', async () => {
    const first = await generate();
    await followTask(server, visitor.userId, first);
    const film = `/api/public/video/${first}`;
    const whole = Buffer.from(await (await visitor.get(film)).arrayBuffer());
    expect(whole.subarray(4, 8).toString()).toBe('ftyp');
    const middle = await visitor.get(film, { range: 'bytes=1000-1999' });
    expect(middle.status).toBe(206);
    expect(Buffer.from(await middle.arrayBuffer()).equals(whole.subarray(1000, 2000))).toBe(true);

    // Running work waits for the store; callers are told to retry.
    const second = await generate();
    await store.leave();
    await expectAway(await visitor.get(film));
    await grant(server.deps.db, { userId: visitor.userId, amount: 1, reference: 'cs_away' });
    await expectAway(await visitor.generate(await portrait()));
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'not ready', database: 'ok', queue: 'ok', storage: 'failing' },
    ]);
    await store.comeBack();
    expect((await followTask(server, visitor.userId, second)).at(-1)).toMatchObject({ status: 'Success' });
    expect((await visitor.get(film)).status).toBe(200);
    expect(await visitor.credits()).toBe(1);

    const { album, video } = clientOf(server, visitor);
    const { mergeId } = await album.create.mutate({ videoIds: [first, second], albumName: 'Nonna' });
    const joined = (await followAlbum(server, visitor.userId, mergeId)).at(-1);
    expect(joined).toMatchObject({ status: 'completed' });
    expect((await visitor.get(`/api/public/album/${mergeId}`)).status).toBe(200);

    for (const taskId of [first, second]) await video.delete.mutate({ taskId });
    await album.delete.mutate({ mergeId });
    const muchLater = Date.now() + 86_400_000;
    expect(await storedKeys()).not.toEqual([]);
    for (const work of [videoJob, albumJob]) await emptyTrash(work, server.deps, muchLater);
    expect(await storedKeys()).toEqual([]);
  });
});
