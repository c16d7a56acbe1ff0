import { spawnSync } from 'node:child_process';
import type { FilmPart } from '#shared/schemas/film.ts';
import { sharp } from '#server/platform/image.ts';

/** A finished film to draw a sheet of. */
interface SheetFilm {
  readonly ffmpegPath: string;
  readonly path: string;
  readonly seconds: number;
  readonly parts: readonly FilmPart[];
  /** The bar lines of its music, in seconds; none without arranged music. */
  readonly bars: readonly number[];
}

/** A cut between two parts of a film, in seconds. */
export interface Cut {
  readonly at: number;
  /** The nearest bar line; null without music. */
  readonly bar: number | null;
}

const cell = { width: 300, height: 300 };
const gap = 6;
const columns = 4;
const ruler = { width: columns * (cell.width + gap) - gap, height: 160 };
/** Samples per second of the drawn sound. */
const sampleRate = 8000;
const colours = { paper: [250, 247, 240], sound: [190, 180, 160], bar: [120, 130, 140], cut: [190, 40, 40] };

/** The middle of each crossfade, and the bar line next to it. */
export function cutsOf(parts: readonly FilmPart[], bars: readonly number[]): Cut[] {
  return parts.slice(1).map(({ from }, i) => {
    const at = (from + parts[i]!.to) / 2;
    const [bar = null] = bars.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at));
    return { at, bar };
  });
}

/**
 * Draws a film as one JPEG: a row for each part, with the middle of the crossfade into it, what is seen a moment later, when
 * a caption is read, and just before the next crossfade; below, over the film's length, its sound, the bar lines of its
 * music (half of the height) and its cuts (the whole height).
 */
export async function drawFilmSheet(film: SheetFilm): Promise<Buffer> {
  const rows = film.parts.map(({ from, to }, i) => {
    const end = film.parts[i + 1]?.from ?? film.seconds;
    return [i === 0 ? 0 : from + 0.5, from + 1.2, (from + to) / 2, end - 0.1];
  });
  const pictures = [];
  for (const [row, moments] of rows.entries())
    for (const [column, moment] of moments.entries())
      pictures.push({
        input: await frameAt(film, moment),
        left: column * (cell.width + gap),
        top: row * (cell.height + gap),
      });
  const top = rows.length * (cell.height + gap);
  pictures.push({ input: await drawRuler(film), left: 0, top });
  return sharp({
    create: { width: ruler.width, height: top + ruler.height, channels: 3, background: '#777' },
  })
    .composite(pictures)
    .jpeg({ quality: 88 })
    .toBuffer();
}

function ffmpeg({ ffmpegPath }: SheetFilm, args: readonly string[]): Buffer {
  const run = spawnSync(ffmpegPath, ['-hide_banner', '-nostdin', '-loglevel', 'error', ...args], {
    maxBuffer: 256 * 1024 * 1024,
  });
  if (run.status !== 0) throw new Error(`ffmpeg failed: ${run.stderr.toString()}`);
  return run.stdout;
}

async function frameAt(film: SheetFilm, moment: number): Promise<Buffer> {
  const at = Math.max(0, Math.min(moment, film.seconds - 0.1)).toFixed(3);
  const png = ffmpeg(film, [
    '-ss',
    at,
    '-i',
    film.path,
    '-frames:v',
    '1',
    '-c:v',
    'png',
    '-f',
    'image2pipe',
    '-',
  ]);
  return sharp(png)
    .resize({ ...cell, fit: 'contain', background: '#777' })
    .png()
    .toBuffer();
}

async function drawRuler(film: SheetFilm): Promise<Buffer> {
  const { width, height } = ruler;
  const picture = Buffer.alloc(width * height * 3);
  const fill = (x: number, from: number, to: number, colour: readonly number[]) => {
    for (let y = from; y < to; y++) picture.set(colour, (y * width + x) * 3);
  };
  const columnAt = (second: number) => Math.min(width - 1, Math.round((second / film.seconds) * (width - 1)));
  const loudest = peaks(film, width);
  for (let x = 0; x < width; x++) {
    fill(x, 0, height, colours.paper);
    const half = Math.round(((loudest[x] ?? 0) * height) / 2);
    fill(x, height / 2 - half, height / 2 + half, colours.sound);
  }
  for (const bar of film.bars) fill(columnAt(bar), height / 2, height, colours.bar);
  for (const { at } of cutsOf(film.parts, film.bars)) fill(columnAt(at), 0, height, colours.cut);
  return sharp(picture, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** The highest sample of each column, from 0 to 1; nothing for a film without sound. */
function peaks(film: SheetFilm, width: number): number[] {
  if (film.bars.length === 0) return [];
  const raw = ffmpeg(film, ['-i', film.path, '-vn', '-ac', '1', '-ar', `${sampleRate}`, '-f', 's16le', '-']);
  const samples = new Int16Array(raw.buffer, raw.byteOffset, raw.length / 2);
  const each = samples.length / width;
  return Array.from({ length: width }, (_, x) => {
    let most = 0;
    for (let i = Math.floor(x * each); i < (x + 1) * each; i++)
      most = Math.max(most, Math.abs(samples[i] ?? 0));
    return most / 32_768;
  });
}
