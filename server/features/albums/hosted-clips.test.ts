import { mkdtemp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addVideo, followAlbum, type StoredVideo } from '#tests/support/albums.ts';
import { drawForeignClip, type ForeignClip } from '#tests/support/foreign-clips.ts';
import { createUser } from '#tests/support/ledger.ts';
import { numberedVideo } from '#tests/support/numbered-clips.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { createClipNormaliser } from '#server/engine/conform/normalise.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { createFilmMaker } from '#server/engine/join/film-maker.ts';
import type { Film } from '#server/engine/join/types.ts';
import { createAlbum } from './request-album.ts';

const ffmpeg = await findFfmpeg();
/** The shorter side of the generated clips, in pixels: a quarter of the real size. */
const side = 192;
const films: Film[] = [];
let server: TestServer;

beforeAll(async () => {
  const maker = createFilmMaker({ ffmpeg });
  const make: typeof maker.make = async (request) => {
    const film = await maker.make(request);
    films.push(film);
    return film;
  };
  server = await startTestServer({ films: { ...maker, make } });
});
afterAll(() => server.close());

/** Both renditions of a clip as an external provider delivers it, normalized to the standard format. */
async function hosted(clip: ForeignClip): Promise<StoredVideo> {
  const workDir = await mkdtemp(path.join(server.dataDir, 'hosted-'));
  const source = path.join(workDir, 'foreign.mp4');
  await drawForeignClip(source, clip);
  const { renditions } = await createClipNormaliser(ffmpeg, side).normalise({
    source,
    workDir,
    expected: { minShorterSide: 350 },
    note: 'Made by software: a test',
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  return {
    clean: await readFile(renditions.clean!.video),
    watermarked: await readFile(renditions.watermarked!.video),
  };
}

/** Both renditions of a 9:8 video as the local animator encodes it. */
const local = () =>
  numberedVideo(ffmpeg.path, { number: 1, width: 216, height: 192, frames: 150 }, server.dataDir);

test('clips of two external services and local ones form one album, copied where possible', async () => {
  const userId = await createUser(server.deps.db);
  const ours = await local();
  const videos = [
    ours,
    await hosted({ width: 432, height: 384, rate: 24, seconds: 5.875 }),
    await hosted({ width: 684, height: 384, rate: 30, seconds: 6 }),
    ours,
  ];
  const videoIds: string[] = [];
  for (const video of videos) videoIds.push(await addVideo(server, userId, video));
  const { mergeId } = await createAlbum(server.deps, userId, { videoIds, albumName: 'Nonna' });
  expect((await followAlbum(server, userId, mergeId)).at(-1)).toMatchObject({ status: 'completed' });

  // All but the crossfades of each rendition's four clips is copied; only the wider clip is first re-encoded to fit.
  const copied = { way: 'smart', frames: 525, copiedFrames: 125 + 100 + 100 + 125 };
  expect(films).toHaveLength(2);
  for (const film of films)
    expect(film).toMatchObject({ width: 216, height: 192, ...copied, encodedFrames: 3 * 25 + 150 });
});
