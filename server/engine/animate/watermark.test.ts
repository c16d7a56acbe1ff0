import { expect, test } from 'vitest';
import type { RgbPicture } from '#shared/motion/plane.ts';
import type { Pet } from '#shared/vision/find-pets.ts';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import { drawWatermark, markedFaces, markPicture } from './watermark.ts';

const sizes = [
  { width: 768, height: 768 },
  { width: 768, height: 1026 },
  { width: 1030, height: 768 },
  { width: 1920, height: 768 },
  { width: 768, height: 1920 },
];

function even(width: number, height: number, value: number): RgbPicture {
  return { width, height, data: new Uint8Array(width * height * 3).fill(value) };
}

for (const { width, height } of sizes) {
  test(`${width} x ${height}: every part lies inside the frame, on the kernel's grid`, async () => {
    for (const { left, top, alpha } of await drawWatermark({ width, height })) {
      expect([left % 16, top % 16, alpha.width % 16, alpha.height % 16]).toEqual([0, 0, 0, 0]);
      expect(left + alpha.width).toBeLessThanOrEqual(width);
      expect(top + alpha.height).toBeLessThanOrEqual(height);
      expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    }
  });

  test(`${width} x ${height}: legible on white, grey and black, while most of the picture stays unchanged`, async () => {
    const mark = await drawWatermark({ width, height });
    for (const value of [0, 128, 255]) {
      const { data } = markPicture(even(width, height, value), mark);
      let changed = 0;
      let strongest = 0;
      for (let i = 0; i < data.length; i += 3) {
        const difference = Math.abs(data[i]! - value);
        if (difference > 2) changed++;
        strongest = Math.max(strongest, difference);
      }
      expect(strongest).toBeGreaterThan(90);
      expect(changed / (width * height)).toBeLessThan(0.2);
    }
  });

  test(`${width} x ${height}: cropping a fifth off every side leaves a mark`, async () => {
    const mark = await drawWatermark({ width, height });
    const { data } = markPicture(even(width, height, 128), mark);
    const isMarked = (x: number, y: number): boolean => Math.abs(data[3 * (y * width + x)]! - 128) > 8;
    const inside = { left: 0.2 * width, right: 0.8 * width, top: 0.2 * height, bottom: 0.8 * height };
    let marked = 0;
    for (let y = Math.ceil(inside.top); y < inside.bottom; y++) {
      for (let x = Math.ceil(inside.left); x < inside.right; x++) if (isMarked(x, y)) marked++;
    }
    expect(marked).toBeGreaterThan(0.005 * width * height);
  });
}

const faces = [
  { x: 384, y: 400, width: 260, height: 340 },
  { x: 60, y: 90, width: 120, height: 150 },
  { x: 700, y: 900, width: 300, height: 400 },
  { x: 384, y: 480, width: 760, height: 940 },
];

test.each(faces)(
  'with a face the large word lies where cutting it off would take the face too: %j',
  async (face) => {
    const frame = { width: 768, height: 960 };
    const [word] = await drawWatermark(frame, [{ x: 400, y: 200, width: 40, height: 50 }, face]);
    const { left, top, alpha } = word!;
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(left + alpha.width).toBeLessThanOrEqual(frame.width);
    expect(top + alpha.height).toBeLessThanOrEqual(frame.height);
    // It crosses the column of the face, close enough that no crop between them leaves a portrait.
    expect(left).toBeLessThan(face.x);
    expect(left + alpha.width).toBeGreaterThan(face.x);
    const chin = face.y + face.height / 2;
    expect(top).toBeLessThan(chin + 0.5 * face.height);
    // The eyes stay uncovered.
    expect(top).toBeGreaterThan(face.y - 0.25 * face.height);
  },
);

/** The places of the frame that a part changes visibly. */
const areaOf = ({
  left,
  top,
  alpha,
}: {
  left: number;
  top: number;
  alpha: { width: number; height: number };
}) => ({
  left,
  top,
  right: left + alpha.width,
  bottom: top + alpha.height,
});
const covers = (area: ReturnType<typeof areaOf>, face: (typeof faces)[number]): boolean =>
  Math.min(area.right, face.x + face.width / 2) - Math.max(area.left, face.x - face.width / 2) > 16 &&
  Math.min(area.bottom, face.y + face.height / 2) - Math.max(area.top, face.y - face.height / 2) > 16;

const row = (y: number, size: number) =>
  [100, 300, 500, 700].map((x) => ({ x, y, width: size, height: 1.3 * size }));

test.each([
  ['a row', [...row(300, 130)]],
  ['two rows', [...row(200, 110), ...row(480, 120)]],
  ['two rows, the lower one at the bottom', [...row(200, 130), ...row(840, 100)]],
  [
    'a face in the lower right corner',
    [
      { x: 300, y: 300, width: 200, height: 260 },
      { x: 690, y: 860, width: 120, height: 160 },
    ],
  ],
])('no word covers a face of a group: %s', async (_name, group) => {
  for (const part of await drawWatermark({ width: 800, height: 960 }, group)) {
    const area = areaOf(part);
    expect(group.filter((face) => covers(area, face))).toEqual([]);
  }
});

test('where every place has a face, the largest gives its chin rather than another its eyes', async () => {
  const large = { x: 384, y: 300, width: 400, height: 520 };
  const small = { x: 384, y: 760, width: 300, height: 380 };
  const [word] = await drawWatermark({ width: 768, height: 960 }, [large, small]);
  expect(areaOf(word!).top).toBeGreaterThan(large.y);
  expect(areaOf(word!).bottom).toBeLessThan(small.y - 0.1 * small.height);
});

test('the small word is legible on white: a dark rim around every letter', async () => {
  const mark = await drawWatermark({ width: 768, height: 960 });
  const { data } = markPicture(even(768, 960, 255), mark.slice(1));
  const { left, top, white } = mark[1]!;
  // Within five pixels of each lit one lies a dark one.
  let letters = 0;
  let rimmed = 0;
  for (let y = 5; y < white.height - 5; y++) {
    for (let x = 5; x < white.width - 5; x++) {
      if (white.data[y * white.width + x]! < 0.6) continue;
      letters++;
      const around = [-5, -4, -3, -2, 2, 3, 4, 5].flatMap((d) => [
        data[3 * ((top + y) * 768 + left + x + d)]!,
        data[3 * ((top + y + d) * 768 + left + x)]!,
      ]);
      if (Math.min(...around) < 120) rimmed++;
    }
  }
  expect(letters).toBeGreaterThan(200);
  expect(rimmed / letters).toBeGreaterThan(0.88);
});

test('the corner word is a fifth of the shorter side wide, and unlit between its letters', async () => {
  const [, corner] = await drawWatermark({ width: 768, height: 960 });
  const { left, top, white } = corner!;
  const lit = (x: number, y: number): number => white.data[(y - top) * white.width + x - left]!;
  const columns = Array.from({ length: white.width }, (_, x) => left + x);
  const isLit = (x: number): boolean =>
    Array.from({ length: white.height }, (_, y) => lit(x, top + y)).some((v) => v > 0.1);
  const seen = columns.filter(isLit);
  // From 768 minus a fifth and 4 % to 768 minus 4 %.
  expect(Math.abs(Math.min(...seen) - 583.7)).toBeLessThan(1.5);
  expect(Math.abs(Math.max(...seen) - 736.3)).toBeLessThan(1.5);
  expect(Math.max(...white.data)).toBeGreaterThan(0.85);
  expect(Math.max(...white.data)).toBeLessThanOrEqual(0.88 + 1e-6);
});

test('the faces of animals count as faces, and those that were not found are nowhere', () => {
  const head = { x: 300, y: 200, radius: 80, angle: 0, eyes: null };
  const dog: Pet = { species: 'dog', score: 0.9, left: 100, top: 100, right: 500, bottom: 700, head };
  const person = drawnFace(600, 300, 100);
  expect(markedFaces({ faces: [person], pets: [dog, { ...dog, head: null }] })).toEqual([
    person,
    { x: 300, y: 200, width: 160, height: 160 },
  ]);
});
