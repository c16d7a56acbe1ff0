import { afterAll, beforeAll, expect, test } from 'vitest';
import { addAlbum, addVideo, clientOf } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import type { DisplayPlaylist } from '#shared/display.ts';
import { findFilm } from '../cli/find.ts';
import { readRecords } from '#server/features/exports/records.ts';
import { setHidden } from '#server/features/media/hide.ts';
import { createApiToken } from '#server/features/tokens/tokens.ts';
import { takeFromTrash } from '#server/features/job-lifecycle/trash.ts';
import { videoJob } from '#server/features/generation/running/video-job.ts';
import { createId } from '#server/platform/ids.ts';
import { createSecret, hashOfSecret } from '#server/platform/secrets.ts';

const states = ['shared', 'stopped', 'expired', 'hidden', 'leaving', 'deleted'] as const;
type State = (typeof states)[number];

/** An owner with one video and one album in a state, another video and two frames. */
interface Scene {
  owner: Visitor;
  bearer: string;
  video: string;
  album: string;
  /** In no state: to be joined with `video`. */
  spare: string;
  /** A failed album of `video` and `spare`. */
  failed: string;
  frames: { chosen: string; all: string };
  /** The secret of the relative who sent the photo of `video`. */
  sent: string;
}

let server: TestServer;
let other: Visitor;
const scenes = {} as Record<State, Scene>;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, pages: true, settings: { TRUST_PROXY: '1' } });
  other = await newVisitor(server.url);
  for (const state of states) {
    scenes[state] = await openScene();
    await enter(state, scenes[state]);
  }
});
afterAll(() => server.close());

async function openScene(): Promise<Scene> {
  const { db } = server.deps;
  const owner = await newVisitor(server.url);
  const photo = await portrait();
  const file = { clean: photo, watermarked: photo };
  const [video, spare] = [
    await addVideo(server, owner.userId, file),
    await addVideo(server, owner.userId, file),
  ];
  const album = await addAlbum(server, owner.userId, file);
  const failed = createId();
  const clips = { create: [video, spare].map((taskId, position) => ({ taskId, position })) };
  const row = {
    id: failed,
    userId: owner.userId,
    name: 'Failed',
    status: 'failed',
    errorCode: 'album_failed',
  };
  await db.album.create({ data: { ...row, finishedAt: new Date(), clips } });
  const { frame, box } = clientOf(server, owner);
  const films = [
    { kind: 'video' as const, id: video },
    { kind: 'album' as const, id: album },
  ];
  const settings = { name: null, dim: null };
  const chosen = await frame.create.mutate({ ...settings, films });
  const all = await frame.create.mutate({ ...settings, films: null });
  const { box: opened } = await box.open.mutate({ name: 'Nonna' });
  const sent = createSecret();
  await db.boxPhoto.create({
    data: {
      id: createId(),
      boxId: opened.id,
      secretHash: hashOfSecret(sent),
      sender: 'Zia',
      senderKey: 'k',
      ...{
        seed: 0,
        photoHash: 'h',
        language: 'en',
        status: 'approved',
        taskId: video,
        answeredAt: new Date(),
      },
    },
  });
  const scopes = ['read', 'generate', 'albums'] as const;
  const maker = { userId: owner.userId, sessionId: null, language: 'en' } as const;
  const { token } = await createApiToken(server.deps, maker, { name: 'T', scopes: [...scopes], test: false });
  return {
    owner,
    bearer: `Bearer ${token}`,
    video,
    album,
    spare,
    failed,
    sent,
    frames: { chosen: chosen.secret, all: all.secret },
  };
}

async function enter(state: State, { owner, video, album }: Scene): Promise<void> {
  const { db } = server.deps;
  const set = async (data: object) => {
    await db.videoTask.update({ where: { id: video }, data });
    await db.album.update({ where: { id: album }, data });
  };
  if (state === 'stopped') await set({ shareStoppedAt: new Date() });
  if (state === 'expired') await set({ sharedUntil: new Date(Date.now() - 1000) });
  if (state === 'deleted') await set({ deletedAt: new Date() });
  if (state === 'hidden')
    for (const film of [
      { kind: 'video' as const, id: video },
      { kind: 'album' as const, id: album },
    ])
      await db.$transaction((tx) => setHidden(tx, film, true));
  if (state === 'leaving')
    await db.user.update({
      where: { id: owner.userId },
      data: { deletionAt: new Date(Date.now() + 86_400_000) },
    });
}

type Headers = Record<string, string>;
const session = ({ owner }: Scene): Headers => ({ cookie: owner.cookie });
const token = ({ bearer }: Scene): Headers => ({ authorization: bearer });
const anybody = (): Headers => ({});
const somebodyElse = (): Headers => ({ cookie: other.cookie });

async function statusOf(path: string, headers: Headers = {}): Promise<number> {
  const response = await fetch(server.url + path, { headers });
  await response.arrayBuffer();
  return response.status;
}

/** Calls a procedure; returns `ok` or the error's code. */
async function call(name: string, headers: Headers, input: object, method = 'POST'): Promise<string> {
  const query = method === 'GET' ? `?input=${encodeURIComponent(JSON.stringify(input))}` : '';
  const response = await fetch(`${server.url}/api/trpc/${name}${query}`, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(method === 'POST' && { body: JSON.stringify(input) }),
  });
  const { error } = (await response.json()) as { error?: { data: { errorCode: string } } };
  return error?.data.errorCode ?? 'ok';
}

async function listed(headers: Headers, id: string): Promise<string> {
  const response = await fetch(`${server.url}/api/video/tasks`, { headers });
  if (response.status !== 200) return String(response.status);
  const tasks = (await response.json()) as { taskId: string }[];
  return tasks.some(({ taskId }) => taskId === id) ? 'listed' : 'missing';
}

async function framed(secret: string, id: string): Promise<string> {
  const response = await fetch(`${server.url}/api/frame/${secret}`);
  const { films } = (await response.json()) as DisplayPlaylist;
  return films.some((film) => film.id === id) ? 'listed' : 'missing';
}

let networks = 0;
/** From another network each time: one may only report a few films. */
async function reported(kind: 'video' | 'album', id: string): Promise<number> {
  const response = await fetch(`${server.url}/api/public/${kind}/${id}/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `203.0.113.${++networks}` },
    body: JSON.stringify({ reason: 'me' }),
  });
  return response.status;
}

async function sentState({ sent }: Scene): Promise<string> {
  return ((await (await fetch(`${server.url}/api/sent/${sent}`)).json()) as { state: string }).state;
}

async function exported({ owner }: Scene, id: string): Promise<string> {
  const { videos, albums } = await readRecords(server.deps.db, owner.userId);
  return [...videos, ...albums].some((film) => film.id === id) ? 'included' : 'missing';
}

const newFrame = (scene: Scene, kind: string, id: string) =>
  call('frame.create', session(scene), { name: null, dim: null, films: [{ kind, id }] });

const card = (by: string) => `/api/keepsakes?format=a6&sheet=a4&language=en&${by}`;

const newAlbum = (scene: Scene, headers: Headers) =>
  call('album.create', headers, { videoIds: [scene.video, scene.spare], albumName: 'Estate' });

type Outcome = string | number;
interface Row {
  path: string;
  viewer: string;
  see: (scene: Scene) => Promise<Outcome>;
  /** In the order of `states`; one for all if there is one only. */
  outcomes: Outcome[];
}

/** The public paths of a film. */
const publicPaths = (kind: 'video' | 'album') =>
  ['', '?download=1', '?size=small', '/poster.jpg', '/card.jpg', '/provenance'].map((end) => ({
    path: `/api/public/${kind}/{id}${end}`,
    of: (scene: Scene) => `/api/public/${kind}/${scene[kind]}${end}`,
  }));

const sharedOnly = [200, 404, 404, 404, 404, 404];

/** Every path to a film: who asks, and what they get for each state. */
const rows: Row[] = (['video', 'album'] as const).flatMap((kind): Row[] => {
  const unknown = kind === 'video' ? 'task_not_found' : 'album_not_found';
  const at = (path: string) => (scene: Scene) => statusOf(path + scene[kind]);
  return [
    ...publicPaths(kind).flatMap(({ path, of }): Row[] => [
      { path, viewer: 'anybody', see: (s) => statusOf(of(s), anybody()), outcomes: sharedOnly },
      { path, viewer: 'somebody else', see: (s) => statusOf(of(s), somebodyElse()), outcomes: sharedOnly },
      {
        path,
        viewer: 'owner',
        see: (s) => statusOf(of(s), session(s)),
        outcomes: [200, 200, 200, 200, 200, 404],
      },
      // A token of an account that is to be erased is not valid.
      {
        path,
        viewer: 'token',
        see: (s) => statusOf(of(s), token(s)),
        outcomes: [200, 200, 200, 404, 401, 404],
      },
    ]),
    { path: `/en/${kind}/{id}`, viewer: 'anybody', see: at(`/en/${kind}/`), outcomes: sharedOnly },
    {
      path: `/en/${kind}/{id}`,
      viewer: 'owner',
      outcomes: sharedOnly,
      see: (s) => statusOf(`/en/${kind}/${s[kind]}`, session(s)),
    },
    {
      path: `/api/public/${kind}/{id}/report`,
      viewer: 'anybody',
      see: (s) => reported(kind, s[kind]),
      outcomes: [201, 404, 404, 404, 404, 404],
    },
    {
      path: `/api/frame/{secret}/${kind}/{id}`,
      viewer: 'frame',
      see: (s) => statusOf(`/api/frame/${s.frames.chosen}/${kind}/${s[kind]}`),
      outcomes: [200, 200, 200, 404, 404, 404],
    },
    {
      path: `/api/frame/{secret}, ${kind}`,
      viewer: 'frame',
      see: (s) => framed(s.frames.chosen, s[kind]),
      outcomes: ['listed', 'listed', 'listed', 'missing', 'missing', 'missing'],
    },
    {
      path: `frame.create, ${kind}`,
      viewer: 'owner',
      see: (s) => newFrame(s, kind, s[kind]),
      outcomes: ['ok', 'ok', 'ok', 'film_hidden', 'ok', unknown],
    },
    {
      path: `/api/keepsakes, ${kind}`,
      viewer: 'owner',
      see: (s) => statusOf(card(`${kind}=${s[kind]}`.replace('video=', 'videos=')), session(s)),
      outcomes: [200, 200, 200, 409, 200, 404],
    },
    {
      path: `/api/keepsakes, ${kind}`,
      viewer: 'token',
      see: (s) => statusOf(card(`${kind}=${s[kind]}`.replace('video=', 'videos=')), token(s)),
      outcomes: [200, 200, 200, 409, 401, 404],
    },
    {
      ...{
        path: `the archive of the owner’s data, ${kind}`,
        viewer: 'owner',
        see: (s) => exported(s, s[kind]),
      },
      outcomes: ['included', 'included', 'included', 'included', 'included', 'missing'],
    },
    {
      path: `npm run admin -- films …, ${kind}`,
      viewer: 'operator',
      see: async (s) => ((await findFilm(server.deps, [kind, s[kind]])).film.id === s[kind] && 'found') || '',
      outcomes: ['found'],
    },
  ];
});

rows.push(
  {
    ...{
      path: '/api/frame/{secret}, of all videos',
      viewer: 'frame',
      see: (s) => framed(s.frames.all, s.video),
    },
    outcomes: ['listed', 'listed', 'listed', 'missing', 'missing', 'missing'],
  },
  {
    path: '/api/frame/{secret}/video/{id}, of all videos',
    viewer: 'frame',
    see: (s) => statusOf(`/api/frame/${s.frames.all}/video/${s.video}`),
    outcomes: [200, 200, 200, 404, 404, 404],
  },
  {
    path: '/api/sent/{secret}',
    viewer: 'sender',
    see: sentState,
    outcomes: ['ready', 'failed', 'failed', 'failed', 'failed', 'failed'],
  },
  // What a list says about a video is no film: its addresses are the public paths above.
  {
    path: '/api/video/tasks',
    viewer: 'owner',
    see: (s) => listed(session(s), s.video),
    outcomes: ['listed', 'listed', 'listed', 'listed', 'listed', 'missing'],
  },
  {
    path: '/api/video/tasks',
    viewer: 'token',
    see: (s) => listed(token(s), s.video),
    outcomes: ['listed', 'listed', 'listed', 'listed', '401', 'missing'],
  },
  {
    path: '/api/video/download/{id}',
    viewer: 'owner',
    see: (s) => statusOf(`/api/video/download/${s.video}`, session(s)),
    outcomes: [200, 200, 200, 200, 200, 404],
  },
  {
    path: '/api/video/download/{id}',
    viewer: 'token',
    see: (s) => statusOf(`/api/video/download/${s.video}`, token(s)),
    outcomes: [200, 200, 200, 404, 401, 404],
  },
  {
    path: 'album.create',
    viewer: 'owner',
    see: (s) => newAlbum(s, session(s)),
    outcomes: ['ok', 'ok', 'ok', 'film_hidden', 'ok', 'task_not_found'],
  },
  {
    path: 'album.create',
    viewer: 'token',
    see: (s) => newAlbum(s, token(s)),
    outcomes: ['ok', 'ok', 'ok', 'film_hidden', 'invalid_token', 'task_not_found'],
  },
  {
    path: 'album.retry',
    viewer: 'owner',
    see: (s) => call('album.retry', session(s), { mergeId: s.failed }),
    outcomes: ['ok', 'ok', 'ok', 'film_hidden', 'ok', 'album_video_gone'],
  },
  {
    // The spare videos have no photo for another movement, which is looked at last.
    path: 'video.move',
    viewer: 'owner',
    see: (s) => call('video.move', session(s), { taskId: s.video, motion: 'arc' }),
    outcomes: [
      ...['movement_not_offered', 'movement_not_offered', 'movement_not_offered', 'film_hidden'],
      ...['movement_not_offered', 'task_not_found'],
    ],
  },
);

test.each(rows)('$path for $viewer', async ({ see, outcomes }) => {
  const seen: Record<string, Outcome> = {};
  for (const state of states) seen[state] = await see(scenes[state]);
  const expected = states.map((state, index) => [state, outcomes[outcomes.length === 1 ? 0 : index]]);
  expect(seen).toEqual(Object.fromEntries(expected));
});

test('an album that contains a hidden video is hidden as well, until the video is shown again', async () => {
  const { db } = server.deps;
  const { owner, video, spare } = await openScene();
  const photo = await portrait();
  const album = await addAlbum(server, owner.userId, { clean: photo, watermarked: photo });
  const clips = [spare, video].map((taskId, position) => ({ albumId: album, taskId, position }));
  await db.albumClip.createMany({ data: clips });
  const films = [{ kind: 'album' as const, id: album }];
  const { frame, share } = clientOf(server, owner);
  const { secret } = await frame.create.mutate({ name: null, dim: null, films });
  const see = async () => [
    await statusOf(`/api/public/album/${album}`),
    await statusOf(`/en/album/${album}`),
    await statusOf(`/api/frame/${secret}/album/${album}`),
    await statusOf(`/api/public/album/${album}`, { cookie: owner.cookie }),
    (await share.get.query({ kind: 'album', id: album })).hidden,
  ];
  const hide = (hidden: boolean) =>
    db.$transaction((tx) => setHidden(tx, { kind: 'video', id: video }, hidden));
  expect(await see()).toEqual([200, 200, 200, 200, false]);
  await hide(true);
  expect(await see()).toEqual([404, 404, 404, 200, true]);
  await hide(false);
  expect(await see()).toEqual([200, 200, 200, 200, false]);
  // Deleting the video does not show the album again.
  await hide(true);
  await db.videoTask.delete({ where: { id: video } });
  expect(await see()).toEqual([404, 404, 404, 200, true]);
});

test('a hidden video that is deleted and restored is still hidden', async () => {
  const { owner, video } = await openScene();
  const { db } = server.deps;
  await db.$transaction((tx) => setHidden(tx, { kind: 'video', id: video }, true));
  await clientOf(server, owner).video.delete.mutate({ taskId: video });
  await takeFromTrash(videoJob, db, owner.userId, video);
  expect(await statusOf(`/api/public/video/${video}`)).toBe(404);
  expect(await statusOf(`/api/public/video/${video}`, { cookie: owner.cookie })).toBe(200);
});

test('a video can’t be hidden while an album of it is being requested', async () => {
  const { db, pool } = server.deps;
  const { owner, video, spare } = await openScene();
  // The request has read its videos and waits for the lock of the queue's positions.
  const client = await pool.connect();
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(4201121)');
  const requested = clientOf(server, owner).album.create.mutate({
    videoIds: [video, spare],
    albumName: 'Estate',
  });
  const waiting = `SELECT count(*)::int AS n FROM pg_locks WHERE NOT granted AND locktype = 'advisory'`;
  await expect.poll(async () => (await pool.query<{ n: number }>(waiting)).rows[0]?.n).toBe(1);
  const hidden = db.$transaction((tx) => setHidden(tx, { kind: 'video', id: video }, true));
  await client.query('COMMIT');
  client.release();
  const { mergeId } = await requested;
  await hidden;
  const clips = await db.albumClip.findMany({ where: { albumId: mergeId, hiddenAt: { not: null } } });
  expect(clips.map(({ taskId }) => taskId)).toEqual([video]);
});
