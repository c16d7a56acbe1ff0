import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { addVideo, followAlbum } from '#tests/support/albums.ts';
import { createUser } from '#tests/support/ledger.ts';
import { numberedVideo } from '#tests/support/numbered-clips.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { type KeptRecipe, type MergeRequest, mergeRequestSchema } from '#shared/schemas/merge-request.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { createFilmMaker } from '#server/engine/join/film-maker.ts';
import { createId } from '#server/platform/ids.ts';
import { filmCachePrefix } from '../media/film-cache.ts';
import { failAlbum } from './album-job.ts';
import { renameAlbum } from './album-actions.ts';
import { getAlbum, listAlbums } from './album-status.ts';
import { createAlbum, retryAlbum } from './request-album.ts';

const ffmpeg = await findFfmpeg();
/** The packets of each film's tracks, as hashes: its header tells when it was made. */
const films: string[] = [];
async function packetsOf(film: string): Promise<string> {
  const hash = ['-v', 'error', '-i', film, '-map', '0', '-c', 'copy', '-f', 'streamhash', '-'];
  return (await promisify(execFile)(ffmpeg.path, hash)).stdout;
}
let server: TestServer;
let userId: string;
let videoIds: string[];

beforeAll(async () => {
  const maker = createFilmMaker({ ffmpeg });
  const make: typeof maker.make = async (request) => {
    const film = await maker.make(request);
    films.push(await packetsOf(request.output));
    return film;
  };
  server = await startTestServer({ films: { ...maker, make } });
});
beforeEach(async () => {
  films.length = 0;
  userId = await createUser(server.deps.db);
  videoIds = [];
  for (const number of [0, 1]) videoIds.push(await addVideo(server, userId, await clip(number)));
});
afterAll(() => server.close());

const clip = (number: number) =>
  numberedVideo(ffmpeg.path, { number, frames: 150, width: 96, height: 128 }, server.dataDir);

async function make(request: MergeRequest): Promise<MergeStatus> {
  const { mergeId } = await createAlbum(server.deps, userId, request);
  await followAlbum(server, userId, mergeId);
  return getAlbum(server.deps.db, userId, mergeId);
}

/** As a program sends it. */
const sent = (body: object): MergeRequest => mergeRequestSchema.parse(JSON.parse(JSON.stringify(body)));

const look = {
  pace: 'natural',
  titleCard: true,
  captions: true,
  dedication: 'Per Anna',
  closing: 'Da Luca',
} as const;

test('a recipe makes the same film again, whatever has been renamed or moved since', async () => {
  const { db, storage } = server.deps;
  await db.videoTask.update({
    where: { id: videoIds[0]! },
    data: { name: 'Nonna Rosa', takenOn: new Date('1962-07-01') },
  });
  const first = await make({ ...look, videoIds, albumName: 'Estate', musicTrack: 'just-relax' });
  expect(first.recipe).toMatchObject({ version: 1, ...look, videoIds, albumName: 'Estate' });
  const [listed] = await listAlbums(db, userId);
  expect(listed).toEqual({ ...first, recipe: undefined });

  await renameAlbum(db, userId, { mergeId: first.mergeId, name: 'Inverno' });
  const another = await addVideo(server, userId, await clip(2));
  const { renditionPrefix } = await db.videoTask.findUniqueOrThrow({ where: { id: another } });
  const changed = { name: 'Zia Pina', takenOn: new Date('1980-01-01'), shownPrefix: renditionPrefix };
  await db.videoTask.update({ where: { id: videoIds[0]! }, data: changed });
  // What is encoded again must be the same as well.
  await storage.remove(filmCachePrefix(userId));

  const again = await make(sent({ recipe: first.recipe }));
  expect(again).toMatchObject({ status: 'completed', albumName: 'Estate', musicTrack: 'just-relax' });
  expect(again.recipe).toEqual(first.recipe);
  expect(again.timeline).toEqual(first.timeline);
  expect(films[0]).toMatch(/^0,v,SHA256=.*\n1,a,SHA256=/);
  expect(films[1]).not.toBe(films[0]);
  expect(films.slice(2)).toEqual(films.slice(0, 2));

  const today = await make({ ...look, videoIds, albumName: 'Estate', musicTrack: 'just-relax' });
  expect(today.recipe).not.toEqual(first.recipe);
  expect(films[4]).not.toBe(films[0]);
});

test('a recipe remembers the movement that was shown', async () => {
  const { db } = server.deps;
  const another = await addVideo(server, userId, await clip(2));
  const { renditionPrefix } = await db.videoTask.findUniqueOrThrow({ where: { id: another } });
  const [taskId] = videoIds as [string, string];
  const made = { id: `${taskId}-arc`, taskId, userId, status: 'Success', progress: 1, renditionPrefix };
  await db.videoVariant.create({ data: made });
  await db.videoTask.update({ where: { id: taskId }, data: { shownPrefix: renditionPrefix } });
  const { recipe } = await make({ videoIds, albumName: 'Estate' });
  await db.videoTask.update({ where: { id: taskId }, data: { shownPrefix: null } });
  await make(sent({ recipe }));
  expect(films.slice(2)).toEqual(films.slice(0, 2));
});

test('a film made again after a failure is still that of its recipe', async () => {
  const { recipe } = await make({ videoIds, albumName: 'Estate' });
  const { mergeId } = await createAlbum(server.deps, userId, sent({ recipe }));
  await failAlbum(server.deps, mergeId, 'album_failed');
  await server.deps.db.videoTask.update({ where: { id: videoIds[0]! }, data: { name: 'Zia Pina' } });
  const again = await retryAlbum(server.deps, userId, mergeId);
  await followAlbum(server, userId, again.mergeId);
  expect((await getAlbum(server.deps.db, userId, again.mergeId)).recipe).toEqual(recipe);
});

test('a recipe of another’s videos, of files that are gone or never were, makes nothing', async () => {
  const { recipe } = (await make({ videoIds, albumName: 'Estate' })) as { recipe: KeptRecipe };
  const request = (as: string, body: object) => createAlbum(server.deps, as, sent(body));
  const stranger = await createUser(server.deps.db);
  const refused = { code: 'task_not_found' };
  await expect(request(stranger, { recipe })).rejects.toMatchObject(refused);
  const [one, two] = recipe['asMade'] as { run: string }[];
  // Another video's run, and one that nobody made.
  for (const asMade of [
    [two, one],
    [{ ...one, run: createId() }, two],
  ])
    await expect(request(userId, { recipe: { ...recipe, asMade } })).rejects.toMatchObject(refused);
  expect(await server.deps.db.album.count({ where: { userId } })).toBe(1);
});

test('a film from before recipes were noted has none', async () => {
  const { mergeId } = await make({ videoIds, albumName: 'Estate' });
  await server.deps.db.$executeRaw`UPDATE album SET as_made = NULL WHERE id = ${mergeId}`;
  const album = await getAlbum(server.deps.db, userId, mergeId);
  expect(album).not.toHaveProperty('recipe');
  expect(album.status).toBe('completed');
});

const run = 'a'.repeat(32);
const recipe = {
  version: 1,
  videoIds: ['a'.repeat(32), 'b'.repeat(32)],
  albumName: 'Estate',
  asMade: [{ run }, { run }],
};
test.each<[object, string]>([
  [{ recipe, albumName: 'Inverno' }, 'invalid_request'],
  [{ recipe, videoIds: recipe.videoIds }, 'invalid_request'],
  [{ recipe: null }, 'invalid_request'],
  [{ recipe: 'Estate' }, 'invalid_request'],
  [{ recipe: [] }, 'invalid_request'],
  [{ recipe: {} }, 'invalid_request'],
  [{ recipe: { ...recipe, version: 2 } }, 'invalid_request'],
  [{ recipe: { ...recipe, asMade: [{ run }] } }, 'invalid_request'],
  [{ recipe: { ...recipe, asMade: [{ run: '../x' }, { run }] } }, 'invalid_request'],
  [{ recipe: { ...recipe, asMade: 'all' } }, 'invalid_request'],
  [{ recipe: { ...recipe, asMade: [{ run, takenOn: '1962-02-30' }, { run }] } }, 'invalid_request'],
  [{ recipe: { ...recipe, albumName: '' } }, 'album_name_required'],
  [{ recipe: { ...recipe, musicTrack: 'kazoo' } }, 'invalid_music_track'],
  [{ recipe: { ...recipe, musicTrack: 'sedative', audioId: 'c'.repeat(32) } }, 'two_kinds_of_music'],
  [{ recipe: { ...recipe, videoIds: [recipe.videoIds[0]] } }, 'album_too_few_videos'],
  [{}, 'invalid_request'],
  [{ videoIds: recipe.videoIds }, 'album_name_required'],
])('%j answers %s', (body, code) => {
  expect(mergeRequestSchema.safeParse(body).error?.issues[0]?.message).toBe(code);
});
