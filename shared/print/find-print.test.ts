import { describe, expect, test } from 'vitest';
import { framePrint, printKinds } from '#scripts/bench/lib/framed-print.ts';
import { drawNoise, drawPortrait } from '#tests/support/drawn-portrait.ts';
import { drawDamagedScan, drawTornPrint } from '#tests/support/damaged-scan.ts';
import { holdPrint } from '#tests/support/held-print.ts';
import { halve, type RgbPicture } from '../motion/plane.ts';
import { findPrint, inspectPrint } from './find-print.ts';
import { type Corners, wholePicture } from './print.ts';
import { straighten } from './straighten.ts';

const portrait = drawPortrait(320, 400);

/** The distance of the worst corner, in samples of a picture with a shorter side of 320. */
function worstCorner(found: Corners, there: Corners, { width, height }: RgbPicture): number {
  const off = found.map((corner, i) =>
    Math.hypot((corner.x - there[i]!.x) * width, (corner.y - there[i]!.y) * height),
  );
  return (Math.max(...off) * 320) / Math.min(width, height);
}

/** The similarity of two pictures of the same size, in dB. */
function likeness(a: RgbPicture, b: RgbPicture): number {
  let sum = 0;
  for (const [i, value] of a.data.entries()) sum += (value - b.data[i]!) ** 2;
  return 10 * Math.log10(255 ** 2 / (sum / a.data.length));
}

describe.each(printKinds)('%s', (kind) => {
  test.each([1, 2, 3])('is found with its corners and shape (%i)', (seed) => {
    const { picture, corners, isOval } = framePrint(portrait, kind, seed, 0.07);
    const print = findPrint(picture);
    expect(print).toMatchObject({ isOval });
    expect(worstCorner(print!.corners, corners, picture)).toBeLessThan(isOval ? 4 : 2);
  });
});

test.each([
  [0, 0.25],
  [8, 0.5],
  [14, 0.25],
  [20, 0],
  [20, 0.5],
])(
  'a print in a hand, seen at %d degrees, is found though fingers cover %d of an edge',
  (keystone, covered) => {
    const { picture, corners } = holdPrint(portrait, { keystone, covered });
    const print = findPrint(halve(picture));
    expect(print).toMatchObject({ isOval: false });
    expect(worstCorner(print!.corners, corners, picture)).toBeLessThan(4);
  },
);

test('a print of which a hand covers too much is not cropped but held still', () => {
  const { picture, corners } = holdPrint(portrait, { keystone: 10, covered: 0.7 });
  const { print, fragile } = inspectPrint(halve(picture));
  expect(print).toBeNull();
  expect(worstCorner(fragile!.corners, corners, picture)).toBeLessThan(8);
});

test('film is cropped to its picture, despite the writing on its rim', () => {
  const film = withInside(portrait, [0, 0, 1, 1], [246, 246, 246]);
  film.data.set(withInside(film, [0.02, 0.02, 0.98, 0.985], [8, 8, 8]).data);
  for (let i = 0; i < 320 * 400; i++) {
    const [x, y] = [(i % 320) / 320, Math.floor(i / 320) / 400];
    const isText = (x > 0.03 && x < 0.05 && y > 0.1 && y < 0.35) || (y > 0.965 && x > 0.2 && x < 0.5);
    if (isText && (i % 320) % 4 < 2) film.data.fill(240, 3 * i, 3 * i + 3);
    if (x < 0.07 || x > 0.95 || y < 0.04 || y > 0.955) continue;
    film.data.set(portrait.data.subarray(3 * i, 3 * i + 3), 3 * i);
  }
  const print = findPrint(film);
  const corners = [
    { x: 0.07, y: 0.04 },
    { x: 0.95, y: 0.04 },
    { x: 0.95, y: 0.955 },
    { x: 0.07, y: 0.955 },
  ] as const;
  expect(worstCorner(print!.corners, corners, film)).toBeLessThan(4);
});

test('nothing moves around a torn corner', () => {
  const { print, fragile } = inspectPrint(drawTornPrint(portrait, 40, 248));
  expect(print).toBeNull();
  const [{ x, y }, ...others] = fragile!.corners;
  // On the print, inside of the tear.
  expect(320 * x + 0.7 * 400 * y).toBeGreaterThan(40);
  expect(x).toBeLessThan(0.2);
  for (const corner of others) {
    expect(Math.abs(corner.x - 0.5)).toBeCloseTo(0.48, 2);
    expect(Math.abs(corner.y - 0.5)).toBeCloseTo(0.48, 2);
  }
});

test.each([
  [26, 248],
  [40, 226],
  [70, 226],
])('a print whose corner is torn off at %d of 320, on a table of level %d, is held', (size, table) => {
  expect(inspectPrint(drawTornPrint(portrait, size, table)).fragile?.corners[0].x).toBeGreaterThan(0.05);
});

test.each([1, 2, 3, 4, 5, 6])(
  'scratches, flecks and worn corners within a print are damage: nothing is held (%i)',
  (seed) => {
    expect(inspectPrint(drawDamagedScan(portrait, seed))).toEqual({ print: null, fragile: null });
  },
);

test('torn paper in a corner, with the lid of the scanner beyond it, is damage', () => {
  const worn = drawTornPrint(portrait, 50, 248);
  const scanned = withInside(worn, [0, 0, 0.06, 0.05], [20, 22, 18]);
  expect(inspectPrint(scanned).fragile).toBeNull();
});

test('an edge that is worn to the paper on one side is damage', () => {
  const grey = drawTornPrint(portrait, -9, 0);
  expect(inspectPrint(withInside(grey, [0, 0, 0.02, 1], [250, 250, 250])).fragile).toBeNull();
  expect(inspectPrint(withInside(grey, [0, 0, 0.3, 0.02], [250, 250, 250])).fragile).toBeNull();
});

test('a print is straightened into the framed photo', () => {
  const { picture } = framePrint(portrait, 'album page', 4, 0.08);
  const straight = straighten(picture, findPrint(picture)!.corners);
  expect(straight.width / straight.height).toBeCloseTo(0.8, 1);
  const alike = straighten(portrait, wholePicture);
  expect(alike.data).toEqual(portrait.data);
  const resized = (source: RgbPicture): RgbPicture => sampleAt(source, 100, 125);
  expect(likeness(resized(straight), resized(portrait))).toBeGreaterThan(20);
});

function sampleAt({ width, height, data }: RgbPicture, columns: number, rows: number): RgbPicture {
  const out = new Uint8Array(3 * columns * rows);
  for (let i = 0; i < columns * rows; i++) {
    const x = Math.floor((((i % columns) + 0.5) * width) / columns);
    const y = Math.floor(((Math.floor(i / columns) + 0.5) * height) / rows);
    out.set(data.subarray(3 * (y * width + x), 3 * (y * width + x) + 3), 3 * i);
  }
  return { width: columns, height: rows, data: out };
}

/** The picture with a rectangle, given by shares of its sides, filled with a colour. */
function withInside(picture: RgbPicture, [left, top, right, bottom]: readonly number[], colour: number[]) {
  const data = picture.data.slice();
  for (let i = 0; i < picture.width * picture.height; i++) {
    const x = (i % picture.width) / picture.width;
    const y = Math.floor(i / picture.width) / picture.height;
    if (x >= left! && x < right! && y >= top! && y < bottom!) data.set(colour, 3 * i);
  }
  return { ...picture, data };
}

/** A white window frame with the sky behind it, in a brown wall. */
const window = withInside(
  withInside(withInside(portrait, [0, 0, 1, 1], [120, 90, 70]), [0.12, 0.05, 0.88, 0.8], [244, 244, 240]),
  [0.18, 0.1, 0.82, 0.75],
  [120, 160, 210],
);

/** The picture under light that is red on the left and blue on the right. */
function colourful(picture: RgbPicture): RgbPicture {
  const data = picture.data.map((value, k) => {
    const x = ((k - (k % 3)) / 3 / picture.width) % 1;
    return Math.round(value * [1 - 0.4 * x, 0.8, 0.6 + 0.4 * x][k % 3]!);
  });
  return { ...picture, data };
}

/** The drawn person before something else. */
function behindHead(scene: RgbPicture): RgbPicture {
  const data = portrait.data.map((value, k) => {
    const from = k - (k % 3);
    const isWall = Math.abs(portrait.data[from]! - 150) < 9 && Math.abs(portrait.data[from + 2]! - 136) < 9;
    return isWall ? scene.data[k]! : value;
  });
  return { ...scene, data };
}

test.each([
  ['a portrait before a plain wall', portrait],
  ['a portrait before a white wall', drawPortrait(320, 400, { backdrop: [246, 246, 244] })],
  ['a head in the dark', drawPortrait(400, 320, { backdrop: [12, 12, 14], cloth: [10, 10, 12] })],
  ['noise', drawNoise(320, 320)],
  ['a wall alone', withInside(portrait, [0, 0, 1, 1], [180, 176, 170])],
  [
    'sea and sky',
    withInside(withInside(portrait, [0, 0, 1, 1], [150, 180, 220]), [0, 0.6, 1, 1], [40, 80, 110]),
  ],
  [
    'a film between two bars',
    withInside(withInside(portrait, [0, 0, 1, 0.15], [0, 0, 0]), [0, 0.85, 1, 1], [0, 0, 0]),
  ],
  [
    'a door in a wall',
    withInside(withInside(portrait, [0, 0, 1, 1], [200, 198, 190]), [0.35, 0.2, 0.65, 1], [90, 60, 40]),
  ],
  [
    'a window in a wall',
    withInside(withInside(portrait, [0, 0, 1, 1], [200, 198, 190]), [0.35, 0.3, 0.65, 0.6], [90, 60, 40]),
  ],
  ['a head before a white window', behindHead(window)],
  ['a lamp in a corner', withInside(colourful(portrait), [0, 0, 0.12, 0.1], [250, 250, 240])],
])('%s is not a print', (_name, picture) => {
  expect(inspectPrint(picture)).toEqual({ print: null, fragile: null });
});
