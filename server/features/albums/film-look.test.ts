import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo, cleanFilmOf, followAlbum } from '#tests/support/albums.ts';
import { createUser } from '#tests/support/ledger.ts';
import { numberedVideo } from '#tests/support/numbered-clips.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import type { MergeStatus } from '#shared/schemas/album.ts';
import type { FilmLook } from '#shared/schemas/film.ts';
import type { MusicTrackId } from '#shared/music.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { readClip, withAudio } from '#server/engine/join/clip.ts';
import { createFilmMaker } from '#server/engine/join/film-maker.ts';
import type { Film, FilmRequest } from '#server/engine/join/types.ts';
import { createAlbum, retryAlbum } from './request-album.ts';
import { failAlbum } from './album-job.ts';
import { getAlbum } from './album-status.ts';

const ffmpeg = await findFfmpeg();
const size = { width: 96, height: 128 };
const requests: FilmRequest[] = [];
const films: Film[] = [];
let server: TestServer;
let userId: string;
let videoIds: string[];

beforeAll(async () => {
  const maker = createFilmMaker({ ffmpeg });
  const make: typeof maker.make = async (request) => {
    requests.push(request);
    const film = await maker.make(request);
    films.push(film);
    return film;
  };
  server = await startTestServer({ films: { ...maker, make } });
  userId = await createUser(server.deps.db);
  videoIds = [];
  for (const number of [0, 1, 2]) videoIds.push(await addVideo(server, userId, await clip(number)));
});
afterAll(() => server.close());

const clip = (number: number) => numberedVideo(ffmpeg.path, { number, frames: 150, ...size }, server.dataDir);

async function make(look: FilmLook, musicTrack?: MusicTrackId): Promise<MergeStatus> {
  requests.length = 0;
  films.length = 0;
  const request = { ...look, videoIds, albumName: 'Nonna', musicTrack };
  const { mergeId } = await createAlbum(server.deps, userId, request);
  await followAlbum(server, userId, mergeId);
  return getAlbum(server.deps.db, userId, mergeId);
}

test('a film with a pace is cut on the bar lines of music that ends with it, between its cards', async () => {
  await server.deps.db.videoTask.update({
    where: { id: videoIds[1]! },
    data: { name: 'Nonna Rosa', takenOn: new Date('1962-07-01') },
  });
  const look = {
    pace: 'natural',
    titleCard: true,
    captions: true,
    dedication: 'Per Anna',
    closing: 'Da Luca',
  } as const;
  const made = await make(look, 'just-relax');
  expect(made).toMatchObject({ status: 'completed', format: 'auto', totalVideos: 3, ...size });
  const timeline = made.timeline!;
  expect(timeline.map(({ kind, videoId }) => [kind, videoId])).toEqual([
    ['title', undefined],
    ['video', videoIds[0]],
    ['video', videoIds[1]],
    ['video', videoIds[2]],
    ['closing', undefined],
  ]);
  const [{ arrangement }, { arrangement: again }] = requests.map(({ music }) => {
    if (music === null || typeof music === 'string') throw new Error('The music is not arranged');
    return music;
  }) as [never, never];
  expect(again).toEqual(arrangement);
  const { bars, seconds } = arrangement as { bars: number[]; seconds: number };
  for (const [n, { from, bar }] of timeline.entries()) {
    expect(bars).toContain(bar);
    if (n === 0) continue;
    expect(timeline[n - 1]!.to - from).toBeCloseTo(1, 6);
    expect(Math.abs((timeline[n - 1]!.to + from) / 2 - bar!)).toBeLessThanOrEqual(0.020001);
  }
  expect(Math.abs(made.seconds! - seconds)).toBeLessThanOrEqual(0.020001);

  const file = await cleanFilmOf(server, made.mergeId);
  const { frames } = await readClip(file);
  expect(frames).toBe(Math.round(made.seconds! * 25));
  const sound = await withAudio(file, (track) => track.computeDuration());
  expect(Math.abs(sound - made.seconds!)).toBeLessThan(0.05);

  // The watermarked film names its maker, the clean one doesn't; only the video with a name has a caption.
  const says = requests.map(({ rendition, clips }) => [
    rendition,
    clips.flatMap((item) => ('path' in item ? (item.caption?.identity ?? []) : item.identity)),
  ]);
  const title = '["title",{"name":"Nonna","dedication":"Per Anna","years":"1962"}]';
  const caption = '["caption",{"text":"Nonna Rosa"}]';
  expect(says).toEqual([
    ['watermarked', [title, caption, '["closing",{"closing":"Da Luca","madeWith":"Memori"}]']],
    ['clean', [title, caption, '["closing",{"closing":"Da Luca","madeWith":null}]']],
  ]);
});

test('without music the cuts follow the pace, and a format frames the videos on paper', async () => {
  const made = await make({ pace: 'lively', format: '1:1' });
  expect(made).toMatchObject({ status: 'completed', format: '1:1', width: 768, height: 768, seconds: 12 });
  expect(made.timeline).toEqual([
    { kind: 'video', videoId: videoIds[0], from: 0, to: 4.52 },
    { kind: 'video', videoId: videoIds[1], from: 3.52, to: 8.52 },
    { kind: 'video', videoId: videoIds[2], from: 7.52, to: 12 },
  ]);
  expect(requests.map(({ format, mat, music }) => [format, mat, music])).toEqual([
    ['1:1', 'paper', null],
    ['1:1', 'paper', null],
  ]);
});

test('who asks for nothing gets a film as it has always been', async () => {
  const made = await make({});
  expect(made).toMatchObject({ format: 'auto', seconds: 16 });
  const { look } = await server.deps.db.album.findUniqueOrThrow({ where: { id: made.mergeId } });
  expect(look).toBeNull();
  expect(requests[0]).toMatchObject({ format: 'auto', mat: 'blur', music: null });
  for (const item of requests[0]!.clips) expect(Object.keys(item)).toEqual(['identity', 'path']);
  expect(films[0]).toMatchObject({ copiedFrames: 350, encodedFrames: 50 });
});

test('a failed album is made again as it was asked for', async () => {
  const look = { pace: 'calm', length: 'short', closing: 'Da Luca' } as const;
  const { mergeId } = await createAlbum(server.deps, userId, { ...look, videoIds, albumName: 'Nonna' });
  await failAlbum(server.deps, mergeId, 'album_failed');
  const again = await retryAlbum(server.deps, userId, mergeId);
  const row = await server.deps.db.album.findUniqueOrThrow({ where: { id: again.mergeId } });
  expect(row.look).toEqual(look);
});
