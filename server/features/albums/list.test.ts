import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideos } from '#tests/support/albums.ts';
import { createUser } from '#tests/support/ledger.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { watchStatements } from '#tests/support/statements.ts';
import { deleteAlbum } from './album-actions.ts';
import { createAlbum } from './request-album.ts';
import { getAlbum, listAlbums } from './album-status.ts';
import { failAlbum } from './album-job.ts';

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

const many = 3_000;

/** Gives the user many completed albums of three videos each, `album 1` to `album 3000`, with a small version of each. */
async function addMany(userId: string): Promise<void> {
  const { pool } = server.deps;
  await pool.query(
    `INSERT INTO album (id, user_id, name, status, progress, run_prefix, finished_at)
     SELECT $1 || n, $1, 'album ' || n, 'completed', 1, $1 || '/' || n, now() FROM generate_series(1, ${many}) AS n`,
    [userId],
  );
  await pool.query(
    `INSERT INTO album_clip (album_id, position, task_id)
     SELECT $1 || n, at, 'video ' || (10 - at) FROM generate_series(1, ${many}) AS n, generate_series(0, 2) AS at`,
    [userId],
  );
  await pool.query(
    `INSERT INTO provenance (prefix, rendition, album_id, making)
     SELECT $1 || '/' || n, rendition, $1 || n, '{}'
     FROM generate_series(1, ${many}) AS n, unnest(ARRAY['watermarked', 'watermarked-small']) AS rendition`,
    [userId],
  );
  await pool.query('ANALYZE album, album_clip, provenance');
}

type Reader = Parameters<typeof listAlbums>[0];

/** What a call costs: how many statements it sends, and how many rows of tables they read. */
async function costOf(call: (db: Reader) => Promise<unknown>) {
  return server.deps.db.$transaction(async (tx) => {
    const rowsRead = async () => {
      const [{ rows } = { rows: 0 }] = await tx.$queryRaw<{ rows: number }[]>`
        SELECT sum(seq_tup_read + idx_tup_fetch)::int AS rows FROM pg_stat_xact_user_tables`;
      return rows;
    };
    const [sentBefore, rowsBefore] = [sentByServer.length, await rowsRead()];
    await call(tx);
    return { sent: sentByServer.length - sentBefore - 1, rows: (await rowsRead()) - rowsBefore };
  });
}

test('a page of thousands of albums costs few statements and no more rows than it shows', async () => {
  const userId = await createUser(server.deps.db);
  await addMany(userId);
  const list = (limit?: number, cursor?: string) => (db: Reader) =>
    listAlbums(db, userId, { ...(limit && { limit }), ...(cursor && { cursor }) });
  const [one, ten, all, last] = [
    await costOf(list(1)),
    await costOf(list(10)),
    await costOf(list()),
    await costOf(list(10, `${userId}11`)),
  ];
  expect([one.sent, ten.sent, all.sent, last.sent]).toEqual([2, 2, 2, 3]);
  // Of each album its row, three clips and two files.
  expect(ten.rows - one.rows).toBe(9 * 6);
  expect(all.rows).toBeLessThanOrEqual(100 * 6 + 10);
  expect(last.rows).toBeLessThanOrEqual(10 * 6 + 10);
});

test('pages follow each other without a gap or a repetition, whatever is added or deleted between them', async () => {
  const { db } = server.deps;
  const userId = await createUser(db);
  await addMany(userId);
  const first = await listAlbums(db, userId);
  expect(first.map(({ albumName }) => albumName)).toEqual(
    Array.from({ length: 100 }, (_, index) => `album ${many - index}`),
  );
  expect(first[0]).toMatchObject({
    status: 'completed',
    queuePosition: 0,
    totalVideos: 3,
    videoIds: ['video 10', 'video 9', 'video 8'],
    smallUrl: expect.stringContaining(`${userId}${many}`) as string,
  });
  expect(first[0]).not.toHaveProperty('estimatedSeconds');

  const cursor = first.at(-1)?.mergeId ?? '';
  await deleteAlbum(db, userId, cursor);
  const added = await createAlbum(server.deps, userId, {
    videoIds: await addVideos(server, userId),
    albumName: 'new',
  });
  const second = await listAlbums(db, userId, { limit: 3, cursor });
  expect(second.map(({ albumName }) => albumName)).toEqual(
    [100, 101, 102].map((index) => `album ${many - index}`),
  );
  expect(await listAlbums(db, userId, { cursor: `${userId}3` })).toMatchObject([
    { albumName: 'album 2' },
    { albumName: 'album 1' },
  ]);
  expect(await listAlbums(db, userId, { limit: 1 })).toEqual([await getAlbum(db, userId, added.mergeId)]);

  await failAlbum(server.deps, added.mergeId, 'album_canceled');
  expect(await listAlbums(db, userId, { limit: 1 })).toMatchObject([{ albumName: `album ${many}` }]);
});

test("somebody else's album is no cursor", async () => {
  const { db } = server.deps;
  const [owner, other] = [await createUser(db), await createUser(db)];
  const { mergeId } = await createAlbum(server.deps, owner, {
    videoIds: await addVideos(server, owner),
    albumName: 'Nonna',
  });
  await expect(listAlbums(db, other, { cursor: mergeId })).rejects.toMatchObject({ code: 'invalid_request' });
});
