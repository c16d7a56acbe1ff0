import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo, clientOf } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { posterKey, videoKey } from '#server/features/media/film-keys.ts';
import { sharp } from '#server/platform/image.ts';
import { createId } from '#server/platform/ids.ts';

let server: TestServer;
let owner: Visitor;
let other: Visitor;
let ids: { video: string; album: string };

beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  owner = await newVisitor(server.url);
  other = await newVisitor(server.url);
  const photo = await portrait();
  const video = await addVideo(server, owner.userId, { clean: photo, watermarked: photo });
  const renditionPrefix = `albums/${createId()}`;
  for (const key of [posterKey, videoKey])
    await server.deps.storage.putBytes(key(renditionPrefix, 'watermarked'), photo);
  const done = { status: 'completed', progress: 1, renditionPrefix, finishedAt: new Date() };
  const data = { id: createId(), userId: owner.userId, name: 'Estate', ...done };
  ids = { video, album: (await server.deps.db.album.create({ data })).id };
});
afterAll(() => server.close());

const usual = { sender: null, dedication: null, until: null, stopped: false };
const soon = () => new Date(Date.now() + 3_600_000).toISOString();
const past = () => new Date(Date.now() - 1000).toISOString();

/** The stable error code of a failed call. */
const codeOf = (error: unknown) => (error as { data: { errorCode: string } }).data.errorCode;

/** The statuses of all public paths of a film. */
async function statusesOf(kind: 'video' | 'album', headers: Record<string, string> = {}) {
  const path = `${server.url}/api/public/${kind}/${ids[kind]}`;
  const paths = [path, `${path}?download=1`, `${path}/poster.jpg`, `${path}/card.jpg`];
  const answers = await Promise.all(paths.map((each) => fetch(each, { headers })));
  return answers.map(({ status }) => status);
}

test.each(['video', 'album'] as const)(
  'a %s is public until its owner stops sharing or the time is up, and then open to the owner only',
  async (kind) => {
    const { share } = clientOf(server, owner);
    const set = (changes: object) => share.set.mutate({ kind, id: ids[kind], ...usual, ...changes });
    const [seen, hidden] = [Array(4).fill(200), Array(4).fill(404)];
    expect(await share.get.query({ kind, id: ids[kind] })).toEqual({ ...usual, hidden: false });
    expect(await statusesOf(kind)).toEqual(seen);
    expect(await set({ stopped: true })).toMatchObject({ stopped: true });
    expect(await statusesOf(kind)).toEqual(hidden);
    expect(await statusesOf(kind, { cookie: other.cookie })).toEqual(hidden);
    expect(await statusesOf(kind, { cookie: owner.cookie })).toEqual(seen);
    const unknown = await fetch(`${server.url}/api/public/${kind}/${createId()}`);
    const stopped = await fetch(`${server.url}/api/public/${kind}/${ids[kind]}`);
    expect(await stopped.json()).toEqual(await unknown.json());
    await set({ until: past() });
    expect(await statusesOf(kind)).toEqual(hidden);
    await set({ until: soon() });
    expect(await statusesOf(kind)).toEqual(seen);
    await set({});
  },
);

test('sender and dedication are cleaned to plain text, within their limits', async () => {
  const { share } = clientOf(server, owner);
  const film = { kind: 'video', id: ids.video, ...usual } as const;
  const dedication = ' Cara nonna,\r\n\r\n\r\nbuon\u202e compleanno! ';
  const said = { sender: ' Anna\u0000 ', dedication: 'Cara nonna,\n\nbuon compleanno!' };
  expect(await share.set.mutate({ ...film, ...said, dedication })).toEqual({
    ...usual,
    sender: 'Anna',
    dedication: 'Cara nonna,\n\nbuon compleanno!',
    hidden: false,
  });
  const refused = (changes: object) => share.set.mutate({ ...film, ...changes }).catch(codeOf);
  expect(await refused({ sender: 'x'.repeat(61) })).toBe('sender_too_long');
  expect(await refused({ dedication: 'x'.repeat(501) })).toBe('dedication_too_long');
  for (const until of ['tomorrow', '0000-01-01T00:00:00Z'])
    expect(await refused({ until })).toBe('invalid_request');
  expect(await refused({ sender: ' ', dedication: '' })).toEqual({ ...usual, hidden: false });
});

test('other users can’t see or change how a film is shared', async () => {
  const { share } = clientOf(server, other);
  for (const [kind, code] of [
    ['video', 'task_not_found'],
    ['album', 'album_not_found'],
  ] as const) {
    expect(await share.get.query({ kind, id: ids[kind] }).catch(codeOf)).toBe(code);
    expect(await share.set.mutate({ kind, id: ids[kind], ...usual, stopped: true }).catch(codeOf)).toBe(code);
  }
});

test('the preview image of a link is wide, and shows the whole poster', async () => {
  const half = await sharp({ create: { width: 400, height: 500, channels: 3, background: '#ff0000' } })
    .composite([
      {
        input: { create: { width: 400, height: 40, channels: 3, background: '#00ff00' } },
        gravity: 'north',
      },
    ])
    .jpeg()
    .toBuffer();
  const id = await addVideo(server, owner.userId, { clean: half, watermarked: half });
  const url = `${server.url}/api/public/video/${id}/card.jpg`;
  const answer = await fetch(url);
  expect(answer.headers.get('content-type')).toBe('image/jpeg');
  const card = sharp(Buffer.from(await answer.arrayBuffer()));
  expect(await card.metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 });
  const { data, info } = await card.raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3).subarray(0, 3)];
  // The top and bottom rows of the poster are not cropped.
  expect(at(600, 30)[1]).toBeGreaterThan(200);
  expect(at(600, 600)[0]).toBeGreaterThan(200);
  const etag = answer.headers.get('etag') ?? '';
  expect((await fetch(url, { headers: { 'if-none-match': etag } })).status).toBe(304);
  // Pages elsewhere may show it, as they may the film and its poster.
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin');
});
