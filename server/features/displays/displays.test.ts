import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo, clientOf, fakeVideo } from '#tests/support/albums.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import type { DisplayPlaylist } from '#shared/display.ts';
import { posterKey, videoKey } from '../media/film-keys.ts';
import { createId } from '#server/platform/ids.ts';

let server: TestServer;
let other: Visitor;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, pages: true });
  other = await newVisitor(server.url);
});
afterAll(() => server.close());

const usual = { name: null, films: null, dim: null };

/** The stable error code of a failed call. */
const codeOf = (error: unknown) => (error as { data: { errorCode: string } }).data.errorCode;

const playlistOf = async (secret: string) =>
  (await (await fetch(`${server.url}/api/frame/${secret}`)).json()) as DisplayPlaylist;
const idsOf = async (secret: string) => (await playlistOf(secret)).films.map(({ id }) => id);
const film = (secret: string, kind: string, id: string, headers = {}) =>
  fetch(`${server.url}/api/frame/${secret}/${kind}/${id}`, { headers });

async function addAlbum(userId: string, name: string): Promise<string> {
  const renditionPrefix = `albums/${createId()}`;
  for (const rendition of ['clean', 'watermarked'] as const)
    for (const key of [videoKey, posterKey])
      await server.deps.storage.putBytes(
        key(renditionPrefix, rendition),
        Buffer.from(`${rendition} ${name}`),
      );
  const done = { status: 'completed', progress: 1, renditionPrefix, finishedAt: new Date() };
  return (await server.deps.db.album.create({ data: { id: createId(), userId, name, ...done } })).id;
}

/** An owner with an album and the videos `a` and `b`, of which `b` is newer. */
async function owner() {
  const visitor = await newVisitor(server.url);
  const { frame } = clientOf(server, visitor);
  const a = await addVideo(server, visitor.userId, fakeVideo('a'));
  const b = await addVideo(server, visitor.userId, fakeVideo('b'));
  await server.deps.db.videoTask.update({ where: { id: a }, data: { createdAt: new Date(2026, 0) } });
  return { visitor, frame, a, b, album: await addAlbum(visitor.userId, 'Estate') };
}

test('a display shows all videos, follows additions and deletions, and stops for good', async () => {
  const { frame, visitor, a, b, album } = await owner();
  const { secret, frame: made } = await frame.create.mutate({ ...usual, name: ' Nonna’s  tablet ' });
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(made).toMatchObject({ name: 'Nonna’s tablet', films: null, dim: null, seenAt: null });
  expect(await idsOf(secret)).toEqual([b, a]);
  const c = await addVideo(server, visitor.userId, fakeVideo('c'));
  await server.deps.db.videoTask.update({ where: { id: b }, data: { deletedAt: new Date() } });
  expect(await idsOf(secret)).toEqual([c, a]);
  expect((await film(secret, 'video', a)).status).toBe(200);
  expect((await film(secret, 'video', b)).status).toBe(404);
  expect((await film(secret, 'album', album)).status).toBe(404);
  expect((await film(secret, 'poster', a)).status).toBe(404);
  expect((await frame.list.query())[0]?.seenAt).toEqual(expect.any(String));

  await frame.stop.mutate({ id: made.id });
  expect(await frame.list.query()).toEqual([]);
  const stopped = await fetch(`${server.url}/api/frame/${secret}`);
  const unknown = await fetch(`${server.url}/api/frame/${'a'.repeat(43)}`);
  expect([stopped.status, unknown.status]).toEqual([404, 404]);
  expect(await stopped.json()).toMatchObject({ error: 'Frame not found', code: 'frame_not_found' });
  expect(await unknown.json()).toMatchObject({ error: 'Frame not found', code: 'frame_not_found' });
  expect((await film(secret, 'video', a)).status).toBe(404);
  expect(await frame.stop.mutate({ id: made.id }).catch(codeOf)).toBe('frame_not_found');
});

test('a display shows the chosen films in order, until the choice is changed', async () => {
  const { frame, a, b, album } = await owner();
  const films = [
    { kind: 'album', id: album },
    { kind: 'video', id: a },
  ] as const;
  const dim = { from: 1320, until: 420 };
  const { secret, frame: made } = await frame.create.mutate({ ...usual, films: [...films], dim });
  const { films: shown, dim: dimmed } = await playlistOf(secret);
  expect(shown.map(({ kind, id, name }) => [kind, id, name])).toEqual([
    ['album', album, 'Estate'],
    ['video', a, null],
  ]);
  expect(dimmed).toEqual(dim);
  expect(await (await film(secret, 'album', album)).text()).toBe('watermarked Estate');
  expect((await film(secret, 'video', b)).status).toBe(404);
  await frame.change.mutate({ id: made.id, ...usual, films: [{ kind: 'video', id: b }] });
  expect(await idsOf(secret)).toEqual([b]);
});

test('its films are watermarked until paid, then clean, and include films that are not shared', async () => {
  const { visitor, frame, a } = await owner();
  const { secret } = await frame.create.mutate(usual);
  const version = async () => (await playlistOf(secret)).films.find(({ id }) => id === a)?.version;
  const [free, freeVersion] = [await film(secret, 'video', a), await version()];
  expect(await free.text()).toBe('a');
  await server.deps.db.videoTask.update({ where: { id: a }, data: { shareStoppedAt: new Date() } });
  expect((await fetch(`${server.url}/api/public/video/${a}`)).status).toBe(404);
  await server.deps.db.purchase.create({
    data: {
      sessionId: `cs_${createId()}`,
      userId: visitor.userId,
      packageId: 'memories',
      language: 'en',
      credits: 10,
      price: 100,
      status: 'paid',
      paidAt: new Date(),
      amountPaid: 100,
    },
  });
  const paid = await film(secret, 'video', a, { range: 'bytes=0-' });
  expect([paid.status, await paid.text()]).toEqual([206, 'A']);
  expect(paid.headers.get('etag')).not.toBe(free.headers.get('etag'));
  expect(await version()).not.toBe(freeVersion);
});

test('other users can’t change, stop or list a display, or add another user’s films to theirs', async () => {
  const { frame, a, album } = await owner();
  const stranger = clientOf(server, other).frame;
  const { frame: made } = await frame.create.mutate(usual);
  expect(await stranger.list.query()).toEqual([]);
  expect(await stranger.change.mutate({ id: made.id, ...usual }).catch(codeOf)).toBe('frame_not_found');
  expect(await stranger.stop.mutate({ id: made.id }).catch(codeOf)).toBe('frame_not_found');
  const show = (kind: 'video' | 'album', id: string) =>
    stranger.create.mutate({ ...usual, films: [{ kind, id }] }).catch(codeOf);
  expect(await show('video', a)).toBe('task_not_found');
  expect(await show('album', album)).toBe('album_not_found');
  const anonymous = clientOf(server, { cookie: '' }).frame;
  expect(await anonymous.create.mutate(usual).catch(codeOf)).toBe('not_signed_in');
});

test('invalid frames are refused, and a user is limited to twenty, also under concurrency', async () => {
  const { frame, a } = await owner();
  const refused = (changes: object) => frame.create.mutate({ ...usual, ...changes }).catch(codeOf);
  const twice = [
    { kind: 'video', id: a },
    { kind: 'video', id: a },
  ];
  expect(await refused({ films: [] })).toBe('invalid_request');
  expect(await refused({ films: twice })).toBe('invalid_request');
  expect(await refused({ dim: { from: 60, until: 60 } })).toBe('invalid_request');
  expect(await refused({ dim: { from: 0, until: 1440 } })).toBe('invalid_request');
  expect(await refused({ name: 'x'.repeat(81) })).toBe('name_too_long');
  const made = await Promise.all(
    Array.from({ length: 23 }, () => frame.create.mutate(usual).then(() => 'made', codeOf)),
  );
  expect(made.filter((answer) => answer === 'made')).toHaveLength(20);
  expect(new Set(made)).toEqual(new Set(['made', 'too_many_frames']));
});

test.each(['en', 'it'])(
  '%s: the page of a display sends no referrer, and may keep the screen awake',
  async (language) => {
    const { frame } = await owner();
    const { secret, frame: made } = await frame.create.mutate(usual);
    const get = (text: string) => fetch(`${server.url}/${language}/frame/${text}`);
    const page = await get(secret);
    expect(page.status).toBe(200);
    expect(await page.text()).toContain(`<html lang="${language}">`);
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(page.headers.get('x-robots-tag')).toBe('noindex');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('permissions-policy')).toContain('screen-wake-lock=(self)');
    const elsewhere = await fetch(`${server.url}/${language}`);
    expect(elsewhere.headers.get('permissions-policy')).toContain('screen-wake-lock=()');
    await frame.stop.mutate({ id: made.id });
    for (const gone of [await get(secret), await get('a'.repeat(43)), await get('x')]) {
      expect(gone.status).toBe(404);
      expect(gone.headers.get('referrer-policy')).toBe('no-referrer');
    }
  },
);

test('the database does not contain the secret', async () => {
  const { frame } = await owner();
  const { secret, frame: made } = await frame.create.mutate(usual);
  const row = await server.deps.db.display.findUniqueOrThrow({ where: { id: made.id } });
  expect(JSON.stringify(row)).not.toContain(secret);
});
