import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { musicFile } from '#server/platform/installation.ts';
import { measure } from './loudness.ts';
import { perform } from './lib/perform.ts';
import { pieces } from './pieces/all.ts';

let ffmpeg: string;
let rows: Map<string, string[]>;
beforeAll(async () => {
  ({ path: ffmpeg } = await findFfmpeg());
  const docs = await readFile(path.resolve(import.meta.dirname, '../../docs/music.md'), 'utf8');
  const [recordings = ''] = docs.split('\n## ');
  const table = recordings.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
  rows = new Map(table.map(([, id = '', ...cells]) => [id, cells]));
});

test.each(pieces)('$id sounds as promised, and as its row in the documentation says', async (piece) => {
  const file = musicFile(piece.id);
  const { duration, integrated, truePeak, range } = await measure(ffmpeg, file);
  expect(Math.abs(duration - perform(piece).duration)).toBeLessThan(0.2);
  expect(integrated).toBeGreaterThanOrEqual(-18);
  expect(integrated).toBeLessThanOrEqual(-16);
  expect(truePeak).toBeLessThan(-1.5);
  expect(range).toBeLessThanOrEqual(10);
  expect((await stat(file)).size / duration).toBeLessThan(20_000);
  const [tonality, form, instruments, ...figures] = rows.get(piece.id) ?? [];
  const { tracks } = perform(piece);
  expect([tonality, form, instruments]).toEqual([
    `${piece.key}, ${piece.metre.name}, ${piece.tempo}`,
    piece.form,
    tracks.map(({ instrument }) => instrument).join(', '),
  ]);
  const written = figures.slice(0, 4).map(Number);
  const measured = [duration, integrated, truePeak, range];
  for (const [index, figure] of measured.entries()) expect(figure).toBeCloseTo(written[index] ?? 0, 0);
});
