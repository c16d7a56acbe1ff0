import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { musicFile } from '#server/platform/installation.ts';
import { loadMusic } from '#server/platform/music-sections.ts';
import { musicTrackIds } from '#shared/music.ts';
import { perform } from './lib/perform.ts';
import { performParts } from './lib/perform-parts.ts';
import { pieces } from './pieces/all.ts';

const sampleRate = 48_000;
let ffmpeg: string;
beforeAll(async () => {
  ({ path: ffmpeg } = await findFfmpeg());
});

/** The left channel. */
async function samplesOf(file: string): Promise<Float32Array> {
  const args = ['-v', 'error', '-i', file, '-af', 'pan=mono|c0=c0', '-f', 'f32le', '-'];
  const { stdout } = await promisify(execFile)(ffmpeg, args, { encoding: 'buffer', maxBuffer: 2 ** 27 });
  return new Float32Array(stdout.buffer, stdout.byteOffset, stdout.length / 4);
}

/** Root mean square between two times in seconds, in dBFS. */
function level(samples: Float32Array, from: number, to: number): number {
  const part = samples.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate));
  return 10 * Math.log10(part.reduce((sum, value) => sum + value * value, 1e-12) / part.length);
}

test.each(musicTrackIds)('%s: each section is recorded whole, between silences', async (id) => {
  const { form, placement, sections } = await loadMusic(id);
  const samples = await samplesOf(sections);
  expect(placement.lead).toBe(0.25);
  expect(placement.sections.map(({ name }) => name)).toEqual(form.sections.map(({ name }) => name));
  let end = 0;
  for (const [index, { offset, seconds }] of placement.sections.entries()) {
    const { from = 0, to = 0 } = form.sections[index] ?? {};
    expect(offset).toBeCloseTo(end + 0.2, 6);
    expect(level(samples, end + 0.05, offset - 0.01)).toBeLessThan(-70);
    // Something is struck on the first bar line, and dies away after the last one.
    expect(level(samples, offset + 0.25, offset + 0.75)).toBeGreaterThan(-50);
    expect(level(samples, offset + seconds - 0.05, offset + seconds)).toBeLessThan(-65);
    expect(seconds).toBeGreaterThan(0.25 + to - from);
    end = offset + seconds;
  }
  expect(samples.length / sampleRate).toBeCloseTo(end, 1);
});

test('all recordings together have at most 25 MB', async () => {
  const folder = path.dirname(musicFile('sedative'));
  const sizes = (await readdir(folder)).map(async (name) => (await stat(path.join(folder, name))).size);
  const total = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  expect(total).toBeLessThan(25_000_000);
});

test.each(pieces)(
  '$id: the parts contain all notes, at the times of the whole performance',
  async (piece) => {
    const { form } = await loadMusic(piece.id);
    const played = performParts(piece).flatMap(({ tracks }, index) => {
      const start = (form.sections[index]?.from ?? 0) - 0.25;
      return tracks.flatMap(({ instrument, notes }) =>
        notes.map(({ pitch, at, time }) => ({ key: `${instrument} ${pitch} ${at}`, time: time + start })),
      );
    });
    const times = new Map(played.map(({ key, time }) => [key, time]));
    for (const { instrument, notes } of perform(piece).tracks)
      for (const { pitch, at, time } of notes) {
        const found = times.get(`${instrument} ${pitch} ${at}`) ?? Number.NaN;
        // Each note is at most three standard deviations of 20 ms early or late, in either performance.
        expect(Math.abs(found - time)).toBeLessThan(0.12);
      }
    const count = perform(piece).tracks.reduce((sum, { notes }) => sum + notes.length, 0);
    expect(played.length).toBeGreaterThanOrEqual(count);
    // What is held across a joint is struck again there.
    expect(played.length - count).toBeLessThan(12);
  },
);

test('keys and pedal of a part are let go at its end, so that only its decay is heard with the next', () => {
  for (const piece of pieces)
    for (const { tracks, duration, ends } of performParts(piece)) {
      // The rest of a part's duration is its tail.
      const end = ends ? duration : duration - 8;
      for (const { instrument, notes, controllers } of tracks) {
        const pedal = controllers.filter(({ number }) => number === 64).sort((a, b) => a.time - b.time);
        if (!ends) expect(pedal.at(-1)?.value).toBe(0);
        if (['celesta', 'vibraphone'].includes(instrument)) continue;
        for (const { time, duration: length } of notes) expect(time + length).toBeLessThan(end + 0.5);
        expect(Math.min(...notes.map(({ time }) => time))).toBeGreaterThanOrEqual(0);
      }
    }
});
