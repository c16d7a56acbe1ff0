import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { addAlbum, addVideo, fakeVideo } from '#tests/support/albums.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { watchStatements } from '#tests/support/statements.ts';
import { newVisitor } from '#tests/support/visitor.ts';
import { createId } from '#server/platform/ids.ts';
import type { Storage } from '#server/providers/storage/types.ts';

/** Players ask for a film range by range, so that each range should cost as little as possible. */
const statements = watchStatements();
let server: TestServer;
let sentByServer: string[];
const paths: Record<'free video' | 'paid video' | 'paid album', string> = {
  'free video': '',
  'paid video': '',
  'paid album': '',
};
const calls: string[] = [];

beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  sentByServer = statements.through(server.deps.pool);
  const { storage, db } = server.deps;
  for (const name of Object.keys(storage) as (keyof Storage)[]) {
    const act = storage[name].bind(storage) as (...args: unknown[]) => never;
    vi.spyOn(storage, name).mockImplementation((...args: unknown[]) => {
      calls.push(name);
      return act(...args);
    });
  }
  const [free, paying] = [await newVisitor(server.url), await newVisitor(server.url)];
  await db.purchase.create({
    data: {
      sessionId: `cs_${createId()}`,
      userId: paying.userId,
      packageId: 'memories',
      language: 'en',
      credits: 10,
      price: 100,
      status: 'paid',
      paidAt: new Date(),
      amountPaid: 100,
    },
  });
  paths['free video'] = `/api/public/video/${await addVideo(server, free.userId, fakeVideo('a'))}`;
  paths['paid video'] = `/api/public/video/${await addVideo(server, paying.userId, fakeVideo('b'))}`;
  const file = { clean: Buffer.from('clean film'), watermarked: Buffer.from('marked film') };
  paths['paid album'] = `/api/public/album/${await addAlbum(server, paying.userId, file)}`;
});
afterAll(async () => {
  await server.close();
  statements[Symbol.dispose]();
});

const films = ['free video', 'paid video', 'paid album'] as const;

/** The status of a request, its queries and its calls of the storage. */
async function costOf(path: string, init: RequestInit) {
  const before = sentByServer.length;
  calls.length = 0;
  const response = await fetch(server.url + path, init);
  await response.arrayBuffer();
  return [response.status, sentByServer.slice(before), [...calls]] as const;
}

describeFilms('a range', { headers: { range: 'bytes=0-0' } }, 206, ['open']);
describeFilms('the last bytes', { headers: { range: 'bytes=-1' } }, 206, ['open']);
describeFilms('the whole', {}, 200, ['open']);
describeFilms('the headers', { method: 'HEAD' }, 200, ['stat']);
describeFilms('a range beyond its end', { headers: { range: 'bytes=999-' } }, 416, ['open', 'stat']);

function describeFilms(what: string, init: RequestInit, status: number, called: string[]): void {
  test.each(films)(`${what} of a %s costs one query`, async (film) => {
    // The first delivery of a clean film is recorded, in a transaction of its own.
    await costOf(paths[film], {});
    const [answered, queries, operations] = await costOf(paths[film], init);
    expect([answered, operations]).toEqual([status, called]);
    expect(queries).toHaveLength(1);
    expect(queries[0]).toContain(film.includes('video') ? 'video_task' : 'album');
  });
}

test('a film that has not changed since costs one query and no call of the storage', async () => {
  const path = paths['free video'];
  const response = await fetch(server.url + path);
  await response.arrayBuffer();
  const headers = { 'if-none-match': response.headers.get('etag') ?? '' };
  const [status, queries, operations] = await costOf(path, { headers });
  expect([status, queries.length, operations]).toEqual([304, 1, []]);
});

beforeEach(() => void calls.splice(0));
