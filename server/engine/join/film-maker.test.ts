import { open } from 'node:fs/promises';
import { EncodedPacketSink } from 'mediabunny';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodeLuma } from '#scripts/bench/lib/luma-video.ts';
import { psnr } from '#scripts/bench/lib/similarity.ts';
import { everyFfmpeg } from '#tests/support/ffmpegs.ts';
import { type FilmStudio, openStudio } from '#tests/support/films.ts';
import { drawLuma, standardEncoding, type NumberedClip, writeClip } from '#tests/support/numbered-clips.ts';
import { sharp } from '#server/platform/image.ts';
import { withVideo } from './clip.ts';

const ffmpegs = await everyFfmpeg();
const [usual] = ffmpegs as [(typeof ffmpegs)[number]];
const size = { width: 96, height: 128 };
const clips: NumberedClip[] = [75, 80, 90, 75].map((frames, number) => ({ number, frames, ...size }));
let studio: FilmStudio;

beforeAll(async () => {
  studio = await openStudio(usual);
  for (const clip of clips) {
    await writeClip(usual.path, clip, studio.path(`standard ${clip.number}`));
    const other = standardEncoding('clean', clip.frames, ['ref=4']);
    await writeClip(usual.path, clip, studio.path(`other ${clip.number}`), other);
  }
});
afterAll(() => studio.remove());

/** The expected luma of every frame of a film of these clips, per the specification. */
function expectedFrames(
  order: readonly NumberedClip[],
  lengths: readonly number[] = order.map(({ frames }) => frames),
): Uint8Array[] {
  const frames: Uint8Array[] = [];
  for (const [i, clip] of order.entries()) {
    const own = Array.from({ length: lengths[i]! }, (_, n) => drawLuma(clip, n % clip.frames));
    const before = frames.length === 0 ? [] : frames.splice(-25);
    for (const [n, last] of before.entries()) {
      const weight = (n + 0.5) / 25;
      own[n] = own[n]!.map((value, i) => Math.round(last[i]! * (1 - weight) + value * weight));
    }
    frames.push(...own);
  }
  return frames;
}

async function similarities(path: string, expected: readonly Uint8Array[]): Promise<number[]> {
  const { frames } = await decodeLuma(usual.path, path, size);
  expect(frames).toHaveLength(expected.length);
  return frames.map((frame, n) => psnr(frame, expected[n]!));
}

function packetsOf(path: string): Promise<{ time: number; data: string }[]> {
  return withVideo(path, async (track) => {
    const packets = [];
    for await (const { timestamp, data } of new EncodedPacketSink(track).packets())
      packets.push({ time: Math.round(timestamp * 25), data: Buffer.from(data).toString('base64') });
    return packets;
  });
}

for (const ffmpeg of ffmpegs)
  describe(`with ffmpeg ${ffmpeg.version}`, () => {
    test('every frame is in place, in the requested order, with the right crossfades', async () => {
      const film = await studio.film(['standard 2', 'standard 0', 'standard 1'], { ffmpeg });
      const expected = expectedFrames([clips[2]!, clips[0]!, clips[1]!]);
      expect(film).toMatchObject({
        ...size,
        frames: 195,
        way: 'smart',
        copiedFrames: 145,
        encodedFrames: 50,
      });
      for (const similarity of await similarities(film.path, expected))
        expect(similarity).toBeGreaterThan(38);
    });
  });

test('a clip that is shown longer begins again, one that is shown shorter ends early', async () => {
  // Clips of 75, 80 and 90 frames: across the end, twice around, and cut within a group of pictures.
  const lengths = [88, 250, 77];
  const film = await studio.film([], {
    clips: lengths.map((frames, n) => ({
      path: studio.path(`standard ${n}`),
      identity: `standard ${n}`,
      frames,
    })),
  });
  expect(film.shots).toEqual([
    { from: 0, to: 88 },
    { from: 63, to: 313 },
    { from: 288, to: 365 },
  ]);
  // Whole groups of pictures are copied: 0-50 of the first, 25-80, 0-80 and 0-55 of the second, 25-65 of the third.
  const rests = 13 + 10 + 12;
  expect(film).toMatchObject({
    frames: 365,
    copiedFrames: 50 + 55 + 80 + 55 + 40,
    encodedFrames: 50 + rests,
  });
  const expected = expectedFrames(clips.slice(0, 3), lengths);
  for (const similarity of await similarities(film.path, expected)) expect(similarity).toBeGreaterThan(38);
});

test('both clips are equally visible halfway through a crossfade', async () => {
  const film = await studio.film(['standard 0', 'standard 3']);
  const { frames } = await decodeLuma(usual.path, film.path, size);
  const [a, b] = [drawLuma(clips[0]!, 50 + 12), drawLuma(clips[3]!, 12)];
  const mean = a.map((value, i) => (value + b[i]!) / 2);
  expect(psnr(frames[50 + 12]!, mean)).toBeGreaterThan(40);
});

test('packets outside of crossfades are copied bit by bit', async () => {
  const film = await studio.film(['standard 0', 'standard 1', 'standard 3']);
  const made = await packetsOf(film.path);
  const [first, middle, last] = await Promise.all(
    [0, 1, 3].map((n) => packetsOf(studio.path(`standard ${n}`))),
  );
  const data = (packets: typeof made): string[] => packets.map((packet) => packet.data);
  expect(data(made.slice(0, 50))).toEqual(data(first!.slice(0, 50)));
  expect(data(made.slice(75, 105))).toEqual(data(middle!.slice(25, 55)));
  expect(data(made.slice(130))).toEqual(data(last!.slice(25)));
  expect(made.map(({ time }) => time).toSorted((a, b) => a - b)).toEqual(made.map((_, n) => n));
});

test('when no packets can be copied, every frame is re-encoded and the film looks the same', async () => {
  const names = [0, 1, 2];
  const smart = await studio.film(names.map((n) => `standard ${n}`));
  const full = await studio.film(names.map((n) => `other ${n}`));
  expect(full).toMatchObject({
    frames: smart.frames,
    way: 'full',
    copiedFrames: 0,
    encodedFrames: smart.frames,
  });
  const expected = expectedFrames(clips.slice(0, 3));
  for (const similarity of await similarities(full.path, expected)) expect(similarity).toBeGreaterThan(38);
  const { frames } = await decodeLuma(usual.path, smart.path, size);
  for (const similarity of await similarities(full.path, frames)) expect(similarity).toBeGreaterThan(38);
});

test('a clip with other stream headers is re-encoded between its crossfades, the others are copied', async () => {
  const film = await studio.film(['standard 0', 'other 1', 'standard 2']);
  expect(film).toMatchObject({ way: 'smart', copiedFrames: 50 + 65, encodedFrames: 25 + 30 + 25 });
  const expected = expectedFrames(clips.slice(0, 3));
  for (const similarity of await similarities(film.path, expected)) expect(similarity).toBeGreaterThan(38);
});

test('each rendition has its own stream headers', async () => {
  for (const n of [0, 1]) {
    const marked = standardEncoding('watermarked', clips[n]!.frames);
    await writeClip(usual.path, clips[n]!, studio.path(`marked ${n}`), marked);
  }
  const names = ['marked 0', 'marked 1'];
  expect(await studio.film(names, { rendition: 'watermarked' })).toMatchObject({ way: 'smart' });
  expect(await studio.film(names, { rendition: 'clean' })).toMatchObject({ way: 'full' });
});

test('a clip may occur more than once', async () => {
  const film = await studio.film(['standard 0', 'standard 1', 'standard 0', 'standard 1']);
  const [a, b] = [clips[0]!, clips[1]!];
  for (const similarity of await similarities(film.path, expectedFrames([a, b, a, b])))
    expect(similarity).toBeGreaterThan(38);
});

test('the index comes first, the metadata name the product and the maker, and the poster is the first frame', async () => {
  const film = await studio.film(['standard 1', 'standard 0']);
  expect(await boxesOf(film.path)).toEqual(['ftyp', 'moov', 'free', 'mdat']);
  const colour = { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false };
  await withVideo(film.path, async (track) => {
    expect(await track.input.getMetadataTags()).toMatchObject({
      title: 'Memori',
      comment: expect.stringMatching(/^Made by software: a test$/) as string,
    });
    expect(await track.getColorSpace()).toEqual(colour);
    expect(await track.getCodecParameterString()).toMatch(/^avc1\.6400/);
    expect(await track.input.getAudioTracks()).toEqual([]);
  });
  const { data, info } = await sharp(film.poster).greyscale().raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width: 96, height: 128 });
  // Video levels are 16 to 235, a JPEG's 0 to 255.
  const levels = drawLuma(clips[1]!, 0).map((value) => Math.round(((value - 16) * 255) / 219));
  expect(psnr(data, levels)).toBeGreaterThan(38);
});

test('progress never falls and ends at 1', async () => {
  const { progress } = await studio.film(['standard 0', 'standard 1', 'standard 2', 'other 3']);
  expect(progress.length).toBeGreaterThan(4);
  expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  expect(progress.at(-1)).toBe(1);
});

test('cached pieces are not encoded again', async () => {
  const cache = await studio.cache();
  const names = ['standard 0', 'standard 1', 'standard 2'];
  const first = await studio.film(names, { cache });
  const again = await studio.film(names, { cache });
  const reordered = await studio.film(['standard 1', 'standard 2', 'standard 0'], { cache });
  expect([first, again, reordered].map((film) => film.encodedFrames)).toEqual([50, 0, 25]);
  expect(await packetsOf(again.path)).toEqual(await packetsOf(first.path));
});

/** The types of a file's boxes, in order (ISO/IEC 14496-12, 4.2). */
async function boxesOf(path: string): Promise<string[]> {
  await using file = await open(path);
  const { size: bytes } = await file.stat();
  const types: string[] = [];
  for (let position = 0; position < bytes; ) {
    const { buffer } = await file.read(Buffer.alloc(16), 0, 16, position);
    types.push(buffer.toString('latin1', 4, 8));
    const length = buffer.readUInt32BE(0);
    position += length === 1 ? Number(buffer.readBigUInt64BE(8)) : length;
  }
  return types;
}
