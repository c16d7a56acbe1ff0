import { describe, expect, test } from 'vitest';
import type { FrameSize } from '#shared/motion/frame-size.ts';
import { sharp } from '#server/platform/image.ts';
import { type Caption, drawCaption } from './caption.ts';
import { drawClosingCard } from './closing-card.ts';
import { drawTitleCard } from './title-card.ts';

const sizes = [
  [768, 960],
  [960, 768],
  [1364, 768],
  [768, 1364],
  [1280, 720],
  [768, 768],
  [360, 450],
  [360, 640],
].map(([width = 0, height = 0]): FrameSize => ({ width, height }));
const size: FrameSize = { width: 768, height: 960 };

const words = 'Nonna Rosa e le sue sorelle, da Torino a Roma, con tutti i nipoti e i cani '
  .repeat(3)
  .slice(0, 200);
const hard = [
  'Nonna',
  words.slice(0, 100),
  'W'.repeat(100),
  '❤️'.repeat(50),
  'حفل زفاف جدتي '.repeat(7),
  '婚礼'.repeat(50),
];

interface Pixels extends FrameSize {
  readonly data: Buffer;
}

async function decode(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The rows and columns of the pixels that `isInk` is true for. */
function inkOf({ data, width }: Pixels, isInk: (at: number, data: Buffer) => boolean) {
  const rows = new Set<number>();
  const columns = new Set<number>();
  for (let i = 0; i < data.length / 4; i++)
    if (isInk(4 * i, data)) {
      rows.add(Math.floor(i / width));
      columns.add(i % width);
    }
  const sorted = [...rows].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((row, i) => row - sorted[i]! - 1);
  return {
    top: Math.min(...rows),
    bottom: Math.max(...rows) + 1,
    left: Math.min(...columns),
    right: Math.max(...columns) + 1,
    largestGap: Math.max(0, ...gaps),
  };
}

/** The paper is nowhere as dark as this. */
const onPaper = (pixels: Pixels) => inkOf(pixels, (at, data) => data[at + 1]! < 190);

function expectSafe(ink: ReturnType<typeof inkOf>, { width, height }: FrameSize): void {
  expect(ink.left).toBeGreaterThanOrEqual(0.1 * width);
  expect(ink.right).toBeLessThanOrEqual(0.9 * width);
  expect(ink.top).toBeGreaterThanOrEqual(0.1 * height);
  expect(ink.bottom).toBeLessThanOrEqual(0.9 * height);
}

describe.each(sizes)('in a frame of $width x $height', (frame) => {
  test.each(hard)('the title card of %s has its texts where every screen shows them', async (name) => {
    const card = await decode(
      await drawTitleCard({ size: frame, name, dedication: words, years: '1931 – 2019' }),
    );
    expect([card.width, card.height]).toEqual([frame.width, frame.height]);
    expectSafe(onPaper(card), frame);
  });

  test.each(hard)('so has the closing card with %s', async (closing) => {
    const card = await decode(await drawClosingCard({ size: frame, closing, madeWith: 'made with Memori' }));
    expect([card.width, card.height]).toEqual([frame.width, frame.height]);
    expectSafe(onPaper(card), frame);
  });

  test.each(hard)('and so has the caption %s', async (text) => {
    const { png, ...area } = (await drawCaption({ size: frame, text }))!;
    const pixels = await decode(png);
    expect([pixels.width, pixels.height]).toEqual([area.width, area.height]);
    expect([area.left, area.top, area.width, area.height].map((side) => side % 2)).toEqual([0, 0, 0, 0]);
    // The slip itself may reach into the outermost tenth, but not into the outermost twentieth.
    expect(area.top + area.height).toBeGreaterThan(0.85 * frame.height);
    expect(area.top + area.height).toBeLessThan(0.95 * frame.height);
    expect(area.left).toBeGreaterThan(0.05 * frame.width);
    expect(area.left + area.width).toBeLessThan(0.95 * frame.width);
    const ink = inkOf(pixels, (at, data) => data[at]! < 140);
    const { left, right, top, bottom } = ink;
    const [x, y] = [area.left, area.top];
    expectSafe({ ...ink, left: left + x, right: right + x, top: top + y, bottom: bottom + y }, frame);
  });
});

test('the same texts give the same bytes', async () => {
  const title = { size, name: 'Nonna', dedication: 'A Rosa', years: '1931' };
  expect(await drawTitleCard(title)).toEqual(await drawTitleCard(title));
  const closing = { size, closing: 'Luca', madeWith: null };
  expect(await drawClosingCard(closing)).toEqual(await drawClosingCard(closing));
  expect(await drawCaption({ size, text: 'Nonna' })).toEqual(await drawCaption({ size, text: 'Nonna' }));
});

test('a text that is empty or cannot be drawn leaves no hole', async () => {
  const whole = await drawTitleCard({ size, name: 'Nonna', years: '1931' });
  expect(await drawTitleCard({ size, name: 'Nonna', dedication: '𓀀 ', years: '1931' })).toEqual(whole);
  expect(onPaper(await decode(whole)).largestGap).toBeLessThan(60);
  const bare = onPaper(await decode(await drawTitleCard({ size, name: '' })));
  expect(bare.bottom - bare.top).toBeLessThan(20);
  expect(await drawCaption({ size, text: '𓀀' })).toBeNull();
});

test('a closing card without a maker has nothing at its foot', async () => {
  const closing = { size, closing: 'Luca' };
  const made = onPaper(await decode(await drawClosingCard({ ...closing, madeWith: 'made with Memori' })));
  expect(made.bottom).toBeGreaterThan(820);
  const unmade = onPaper(await decode(await drawClosingCard({ ...closing, madeWith: null })));
  expect(unmade.bottom).toBeLessThan(560);
});

/** Relative luminance (WCAG 2.2) of an sRGB colour. */
function luminance(levels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = levels.map((level) => {
    const share = level / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The least contrast of the caption's letters with what lies behind them, on a picture. */
async function leastContrast({ png, left, top }: Caption, picture: Buffer): Promise<number> {
  const overlay = await decode(png);
  const film = await decode(
    await sharp(picture)
      .composite([{ input: png, left, top }])
      .png()
      .toBuffer(),
  );
  const letters = inkOf(overlay, (at, data) => data[at + 3] === 255);
  let [paper, ink] = [Infinity, 0];
  for (let y = letters.top; y < letters.bottom; y++)
    for (let x = letters.left; x < letters.right; x++) {
      const at = 4 * (y * overlay.width + x);
      const place = 4 * ((top + y) * film.width + left + x);
      const light = luminance([...film.data.subarray(place, place + 3)]);
      if (overlay.data[at + 3] === 255) ink = Math.max(ink, light);
      else if (overlay.data[at] === 253) paper = Math.min(paper, light);
    }
  return (paper + 0.05) / (ink + 0.05);
}

test.each([
  ['white', 255, 0],
  ['black', 0, 0],
  ['noise', 128, 120],
])('a caption has a contrast of 4.5 : 1 on %s', async (_, level, sigma) => {
  const random = Buffer.alloc(3 * size.width * size.height, level);
  let seed = 1;
  if (sigma > 0)
    for (let i = 0; i < random.length; i++) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
      random[i] = seed >> 23;
    }
  const picture = await sharp(random, { raw: { ...size, channels: 3 } })
    .png()
    .toBuffer();
  const caption = (await drawCaption({ size, text: 'Nonna Rosa, l’estate del 1931 all’isola d’Elba' }))!;
  expect(await leastContrast(caption, picture)).toBeGreaterThan(4.5);
});
