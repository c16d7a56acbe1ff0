import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo, cleanFilmOf, followAlbum } from '#tests/support/albums.ts';
import { createUser } from '#tests/support/ledger.ts';
import { numberedVideo } from '#tests/support/numbered-clips.ts';
import { makeRecording } from '#tests/support/recordings.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { provenanceRecordSchema } from '#shared/schemas/provenance.ts';
import type { AudioPurpose } from '#shared/schemas/audio.ts';
import { type MergeStatus } from '#shared/schemas/album.ts';
import { type MergeRequest, mergeRequestSchema } from '#shared/schemas/merge-request.ts';
import { createId } from '#server/platform/ids.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { withAudio } from '#server/engine/join/clip.ts';
import { createFilmMaker } from '#server/engine/join/film-maker.ts';
import type { FilmRequest } from '#server/engine/join/types.ts';
import { addAudio, deleteAudio } from '../audio/audio.ts';
import { runAlbum } from './make-album.ts';
import { failAlbum } from './album-job.ts';
import { getAlbum } from './album-status.ts';
import { createAlbum, retryAlbum } from './request-album.ts';

const ffmpeg = await findFfmpeg();
const size = { width: 96, height: 128 };
const requests: FilmRequest[] = [];
let server: TestServer;
let userId: string;
let videoIds: string[];
let song: string;

beforeAll(async () => {
  const maker = createFilmMaker({ ffmpeg });
  const make: typeof maker.make = (request) => {
    requests.push(request);
    return maker.make(request);
  };
  server = await startTestServer({ films: { ...maker, make } });
  userId = await createUser(server.deps.db);
  videoIds = [];
  for (const number of [0, 1, 2]) videoIds.push(await addVideo(server, userId, await clip(number)));
  song = await add('music', 40);
});
afterAll(() => server.close());

const clip = (number: number) => numberedVideo(ffmpeg.path, { number, frames: 150, ...size }, server.dataDir);

async function add(purpose: AudioPurpose, seconds: number, who = userId): Promise<string> {
  const folder = await mkdtemp(path.join(server.dataDir, 'recording-'));
  const source = 'anoisesrc=amplitude=0.3:color=pink:seed=1:sample_rate=44100';
  const content = await makeRecording(path.join(folder, 'recording.mp3'), { seconds, source });
  const upload = new Blob([Uint8Array.from(content)]);
  return (await addAudio(server.deps, { userId: who, upload, purpose })).audioId;
}

async function make(asked: Partial<MergeRequest>): Promise<MergeStatus> {
  requests.length = 0;
  const { mergeId } = await createAlbum(server.deps, userId, { videoIds, albumName: 'Nonna', ...asked });
  await followAlbum(server, userId, mergeId);
  return getAlbum(server.deps.db, userId, mergeId);
}

test('a film to its owner’s song is cut evenly, and tells which song it is', async () => {
  const made = await make({ audioId: song, pace: 'natural', closing: 'Da Luca' });
  expect(made).toMatchObject({ status: 'completed', musicTrack: null, audioId: song, seconds: 22 });
  expect(made.timeline?.map(({ kind, from, to, bar }) => [kind, from, to, bar])).toEqual([
    ['video', 0, 6.52, undefined],
    ['video', 5.52, 12.52, undefined],
    ['video', 11.52, 18.52, undefined],
    ['closing', 17.52, 22, undefined],
  ]);
  const file = await cleanFilmOf(server, made.mergeId);
  expect(await withAudio(file, (track) => track.computeDuration())).toBeCloseTo(22, 1);
  const { making } = await server.deps.db.provenance.findFirstOrThrow({ where: { albumId: made.mergeId } });
  expect(provenanceRecordSchema.parse(making).steps).toContain('music');
});

/** What ffmpeg reads of a film. */
async function read(file: string, ...output: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(ffmpeg.path, ['-v', 'error', '-i', file, ...output, '-']);
  return stdout;
}

test('pictures stay while voices speak, words are subtitles, and names are chapters', async () => {
  const [first = '', second = '', third = ''] = videoIds;
  await server.deps.db.videoTask.update({ where: { id: second }, data: { name: 'Nonna Rosa' } });
  const [long, greeting] = [await add('voice', 11), await add('voice', 3)];
  const voices = [
    { videoId: second, audioId: long, text: 'Questa ero io, nel 1962.' },
    { audioId: greeting, text: 'Ciao a tutti!' },
  ];
  const made = await make({ voices, musicTrack: 'just-relax', pace: 'natural', titleCard: true });
  expect(made).toMatchObject({ status: 'completed', musicTrack: 'just-relax', voices });
  const timeline = made.timeline!;
  expect(timeline.map(({ kind, videoId }) => [kind, videoId])).toEqual([
    ['title', undefined],
    ['video', first],
    ['video', second],
    ['video', third],
  ]);
  const shown = timeline[2]!;
  expect(shown.to - shown.from).toBeGreaterThan(11 + 2);
  for (const { bar } of timeline) expect(bar).toBeTypeOf('number');

  const file = await cleanFilmOf(server, made.mergeId);
  const subtitles = await read(file, '-map', '0:s', '-f', 'srt');
  expect(subtitles).toContain('00:00:01,250 --> 00:00:04,2');
  expect(subtitles).toContain('Ciao a tutti!');
  // To a tenth of a second.
  const begins = new Date(1000 * (shown.from + 1.25)).toISOString().slice(11, 21).replace('.', ',');
  expect(subtitles).toContain(begins);
  expect(subtitles).toContain('Questa ero io, nel 1962.');
  const titles = [...(await read(file, '-f', 'ffmetadata')).matchAll(/\[CHAPTER\][^[]*title=(.*)/g)];
  expect(titles.map(([, title]) => title)).toEqual(['Nonna', '1', 'Nonna Rosa', '3']);
  const { making } = await server.deps.db.provenance.findFirstOrThrow({ where: { albumId: made.mergeId } });
  const { steps } = provenanceRecordSchema.parse(making);
  expect([steps.includes('music'), steps.includes('voice')]).toEqual([true, true]);

  // In an even film without music, too.
  const even = await make({ voices: [{ videoId: third, audioId: long }] });
  expect(even.timeline?.map(({ from, to }) => to - from)).toEqual([6, 6, 14]);
  expect(
    await withAudio(await cleanFilmOf(server, even.mergeId), (track) => track.computeDuration()),
  ).toBeCloseTo(even.seconds!, 1);
  expect(await read(await cleanFilmOf(server, even.mergeId), '-f', 'ffmetadata')).not.toContain('CHAPTER');
});

const stranger = createId();
const invalid: [string, () => object[]][] = [
  ['two voices for a video', () => [0, 0].map((n) => ({ videoId: videoIds[n] }))],
  ['a voice for a video elsewhere', () => [{ videoId: stranger }]],
  ['a voice for the film where each video has one', () => [...videoIds.map((videoId) => ({ videoId })), {}]],
];

test.each(invalid)('%s is refused', (_what, voices) => {
  const spoken = voices().map((voice) => ({ ...voice, audioId: song }));
  const judged = mergeRequestSchema.safeParse({ videoIds, albumName: 'Nonna', voices: spoken });
  expect(judged.error?.issues.map(({ message }) => message)).toEqual(['invalid_voices']);
});

test('using a recording keeps it for longer', async () => {
  await server.deps.db.audio.update({ where: { id: song }, data: { lastUsedAt: new Date(0) } });
  const before = Date.now();
  await make({ audioId: song });
  const { lastUsedAt } = await server.deps.db.audio.findUniqueOrThrow({ where: { id: song } });
  expect(lastUsedAt.getTime()).toBeGreaterThanOrEqual(before);
});

test('only a song of one’s own can be used as one', async () => {
  const stranger = await createUser(server.deps.db);
  const others = await add('music', 2, stranger);
  const voice = await add('voice', 2);
  for (const audioId of [others, voice])
    await expect(
      createAlbum(server.deps, userId, { videoIds, albumName: 'Nonna', audioId }),
    ).rejects.toMatchObject({ code: 'audio_not_found' });
  expect(await server.deps.db.album.count({ where: { audioId: { in: [others, voice] } } })).toBe(0);
});

test('an album whose song is deleted before it is made fails, and says why', async () => {
  const short = await add('music', 2);
  const id = createId();
  const clips = { create: videoIds.map((taskId, position) => ({ taskId, position })) };
  const row = { userId, name: 'Nonna', audioId: short, clips, status: 'pending' };
  await server.deps.db.album.create({ data: { id, ...row } });
  await deleteAudio(server.deps, userId, short);
  await runAlbum(server.deps, id, new AbortController().signal);
  expect(await getAlbum(server.deps.db, userId, id)).toMatchObject({
    status: 'failed',
    code: 'album_audio_gone',
    error: 'A recording of this album is no longer there. Please create the album again without it.',
  });
});

test('a failed album is made again to the same song', async () => {
  const { mergeId } = await createAlbum(server.deps, userId, { videoIds, albumName: 'Nonna', audioId: song });
  await failAlbum(server.deps, mergeId, 'album_failed');
  const again = await retryAlbum(server.deps, userId, mergeId);
  const row = await server.deps.db.album.findUniqueOrThrow({ where: { id: again.mergeId } });
  expect(row.audioId).toBe(song);
});
