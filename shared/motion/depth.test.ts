import { expect, test } from 'vitest';
import { drawNoise, drawPortrait, faceCentre } from '#tests/support/drawn-portrait.ts';
import { estimateDepth, typicalDepth } from './depth.ts';
import { samplePlane } from './plane.ts';

const sizes = [
  [128, 160],
  [128, 128],
  [128, 320],
  [320, 128],
] as const;

for (const [width, height] of sizes) {
  test(`the person is nearer than the wall, in ${width} x ${height}`, () => {
    const { depth, presence, confidence } = estimateDepth(drawPortrait(width, height));
    const face = [faceCentre.x * width, faceCentre.y * height] as const;
    const corner = [0.03 * width, 0.05 * height] as const;
    expect(samplePlane(depth, ...face)).toBeGreaterThan(samplePlane(depth, ...corner) + 0.3 * confidence);
    expect(samplePlane(presence, ...face)).toBeGreaterThan(samplePlane(presence, ...corner));
  });
}

test('depth is finite, from 0 to 1.3 and smooth everywhere', () => {
  for (const picture of [drawPortrait(128, 160), drawNoise(128, 128)]) {
    const { data, width } = estimateDepth(picture).depth;
    expect(Math.min(...data)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...data)).toBeLessThanOrEqual(1.3);
    const steps = data.subarray(width).map((value, i) => Math.abs(value - data[i]!));
    expect(Math.max(...steps)).toBeLessThan(0.08);
  }
});

test('the same picture gives the same depth', () => {
  const picture = drawPortrait(128, 150);
  expect(estimateDepth(picture)).toEqual(estimateDepth(picture));
});

test('a picture without a subject has the usual depth for its size', () => {
  const { depth, confidence } = estimateDepth(drawNoise(320, 128));
  const usual = typicalDepth({ width: 320, height: 128 });
  expect(confidence).toBe(0);
  expect(usual.confidence).toBe(0);
  expect(usual.depth.data).toEqual(depth.data);
});
