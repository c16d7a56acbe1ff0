import type { Sharp } from 'sharp';
import { sharp } from '#server/platform/image.ts';

const width = 1500;
const height = 2000;

/**
 * Draws a photograph-like portrait of 12 megapixels as a JPEG: a shaded head with hair and a knitted cloth in front of
 * a mottled backdrop, with grain. Identical on every machine, so that a fresh clone can run benchmarks without any
 * photo.
 */
export async function drawSamplePhoto(): Promise<Buffer> {
  return (await drawSamplePixels()).jpeg({ quality: 92 }).toBuffer();
}

/** The same portrait as taken by a phone: sideways, with a rotation in its metadata; 4 MB or more. */
export async function drawPhonePhoto(): Promise<Buffer> {
  const lying = (await drawSamplePixels()).rotate(-90);
  return lying.withMetadata({ orientation: 6 }).jpeg({ quality: 98 }).toBuffer();
}

async function drawSamplePixels(): Promise<Sharp> {
  const base = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++)
      base.set(colourAt(x / width - 0.5, y / width - 0.66), 3 * (y * width + x));
  }
  const large = await sharp(base, { raw: { width, height, channels: 3 } })
    .resize(2 * width, 2 * height, { kernel: 'cubic' })
    .raw()
    .toBuffer();
  const random = createRandom(20);
  for (let i = 0; i < large.length; i += 3) {
    const grain = 9 * (random() + random() - 1);
    for (let channel = i; channel < i + 3; channel++) large[channel] = clampByte(large[channel]! + grain);
  }
  return sharp(large, { raw: { width: 2 * width, height: 2 * height, channels: 3 } });
}

type Colour = [red: number, green: number, blue: number];

function colourAt(x: number, y: number): Colour {
  const hair = Math.hypot(x / 0.23, (y + 0.06) / 0.29);
  const face = Math.hypot(x / 0.17, (y - 0.01) / 0.225);
  const shoulders = Math.hypot(x / 0.46, (y - 0.72) / 0.42);
  if (face < 1) return faceColour(x, y, face);
  if (hair < 1 && y < 0.14) return shade([62, 44, 32], 0.75 + 0.5 * noise(x * 160, y * 26));
  if (Math.abs(x) < 0.075 && y > 0.1 && y < 0.42)
    return shade([176, 128, 98], 0.75 + 0.1 * noise(x * 40, y * 40));
  if (shoulders < 1) {
    const knit = Math.sin(x * 420 + 3 * Math.sin(y * 210)) * Math.sin(y * 300);
    return shade([70, 84, 104], 0.8 + 0.22 * knit + 0.3 * noise(x * 30, y * 30) - 0.3 * shoulders);
  }
  return shade(
    [148, 142, 128],
    0.7 + 0.4 * noise(x * 6, y * 6) + 0.12 * noise(x * 40, y * 40) - 0.5 * Math.hypot(x, y),
  );
}

function faceColour(x: number, y: number, edge: number): Colour {
  const eye = Math.min(
    Math.hypot((x - 0.062) / 0.03, (y + 0.03) / 0.014),
    Math.hypot((x + 0.062) / 0.03, (y + 0.03) / 0.014),
  );
  const pupil = Math.min(Math.hypot(x - 0.062, y + 0.03), Math.hypot(x + 0.062, y + 0.03));
  if (pupil < 0.012) return [34, 26, 22];
  if (eye < 1) return [226, 222, 214];
  const brow =
    Math.abs(y + 0.07 - 1.5 * (Math.abs(x) - 0.06) ** 2) < 0.008 && Math.abs(Math.abs(x) - 0.062) < 0.045;
  if (brow) return [70, 50, 38];
  if (Math.hypot(x / 0.06, (y - 0.115 + 3 * x * x) / 0.012) < 1) return [158, 84, 76];
  const light = Math.sqrt(Math.max(0, 1 - edge * edge));
  const nose = 0.12 * Math.exp(-((x / 0.016) ** 2) - ((y - 0.03) / 0.06) ** 2);
  return shade([206, 156, 124], 0.5 + 0.45 * light + 0.12 * x + nose + 0.06 * noise(x * 220, y * 220));
}

function shade([red, green, blue]: Colour, light: number): Colour {
  return [clampByte(red * light), clampByte(green * light), clampByte(blue * light)];
}

function clampByte(value: number): number {
  return Math.max(0, Math.min(255, Math.round(value)));
}

/** Smooth value noise, 0 to 1, one cell per unit. */
function noise(x: number, y: number): number {
  const column = Math.floor(x);
  const row = Math.floor(y);
  const fx = x - column;
  const fy = y - row;
  const blend = (from: number, to: number, t: number): number => from + (to - from) * t * t * (3 - 2 * t);
  const upper = blend(hash(column, row), hash(column + 1, row), fx);
  const lower = blend(hash(column, row + 1), hash(column + 1, row + 1), fx);
  return blend(upper, lower, fy);
}

function hash(column: number, row: number): number {
  let value = Math.imul(column, 374761393) + Math.imul(row, 668265263);
  value = Math.imul(value ^ (value >>> 13), 1274126177);
  return ((value ^ (value >>> 16)) >>> 0) / 4294967296;
}

/** A small linear congruential generator (Numerical Recipes), 0 to 1. */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}
