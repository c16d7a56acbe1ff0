import { expect, test } from 'vitest';
import { findCutFaces } from './cut-faces.ts';
import { createPyramid, sampleSquare } from './pyramid.ts';
import { anchorValues, type VisionModels } from './vision-models.ts';

/** Brightness grows from left to right, 4 levels a pixel. */
const picture = { width: 60, height: 40, data: new Uint8Array(3 * 60 * 40) };
for (let i = 0; i < picture.data.length; i++) picture.data[i] = 4 * (Math.floor(i / 3) % 60);
const pyramid = createPyramid(picture);

/** Models that see one face, `off` squares right of the middle of each square they look at. */
function modelsOf(off: number): VisionModels & { squares: Float32Array[] } {
  const unused = () => new Float32Array();
  const squares: Float32Array[] = [];
  return {
    squares,
    petFaces: [],
    landmarks: unused,
    segment: unused,
    objects: unused,
    detect(square) {
      squares.push(square);
      const values = new Float32Array(896 * anchorValues).fill(-9);
      const anchor = 16 * 8 * 2 + 16;
      const middle = 128 - 8.5 * 16;
      values.set([3, middle + 256 * off, middle, 64, 64], anchor * anchorValues);
      return values;
    },
  };
}

test('half a face is looked for at both borders', () => {
  const models = modelsOf(0);
  const found = findCutFaces(models, pyramid, []);
  expect(found.map(({ x, isCut }) => [Math.round(x), isCut])).toEqual([
    [0, true],
    [60, true],
  ]);
  // In a group, faces are smaller, and squares too: each border has two.
  expect(models.squares).toHaveLength(2);
  const group = findCutFaces(models, pyramid, [found[0]!, found[0]!, found[0]!]);
  expect(models.squares).toHaveLength(6);
  expect(group[0]!.size).toBeCloseTo(0.5 * found[0]!.size, 5);
});

test('a face beside the border is not half a face', () => {
  expect(findCutFaces(modelsOf(0.06), pyramid, [])).toEqual([]);
  expect(findCutFaces(modelsOf(-0.06), pyramid, [])).toEqual([]);
});

test('beyond the left and right borders, a square shows the mirror image if asked to, else black', () => {
  for (const x of [0, 60]) {
    const square = { x, y: 20, side: 16, angle: 0 };
    const seen = sampleSquare(pyramid, { ...square, isMirrored: true }, 16);
    const across = (column: number) => seen[3 * (16 * 8 + column)]!;
    for (let k = 0; k < 6; k++) expect(Math.abs(across(7 - k) - across(8 + k))).toBeLessThan(8);
    expect(Math.abs(across(1) - across(7))).toBeGreaterThan(20);
    expect(sampleSquare(pyramid, square, 16)[3 * (16 * 8 + (x === 0 ? 1 : 14))]).toBe(0);
  }
});
