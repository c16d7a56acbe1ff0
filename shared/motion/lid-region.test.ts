import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import { eyeIndices } from '../vision/landmarks.ts';
import { eyeOf } from './eye.ts';
import { measureLid } from './lid-region.ts';

const eye = eyeOf(drawnFace(384, 400, 270), eyeIndices[0]);

/** Skin of grey level 180, with hair of this level from the brow down to this share of the way to the lashes. */
function browTo(share: number, hair: number, isHair: (s: number) => boolean = () => true) {
  const data = new Uint8Array(3 * 768 * 960).fill(180);
  for (let y = Math.floor(eye.y - 60); y < eye.y; y++) {
    for (let x = Math.floor(eye.x); x < eye.x + eye.width; x++) {
      const [s, v] = [(x - eye.x) / eye.width, (y - eye.y) / eye.width];
      const end = eye.brow(s) + share * (eye.upper(s) - 0.05 - eye.brow(s));
      if (v < end && isHair(s)) data.fill(hair, 3 * (y * 768 + x), 3 * (y * 768 + x) + 3);
    }
  }
  return { width: 768, height: 960, data };
}

test.each([0, 0.25, 0.5])('the brow ends where its hair does: after %d of the lid', (share) => {
  const { brow, dark } = measureLid(browTo(share, 120), eye);
  for (const s of [0.3, 0.5, 0.7])
    expect((brow(s) - eye.brow(s)) / (eye.upper(s) - 0.05 - eye.brow(s))).toBeCloseTo(share, 1);
  expect(dark).toBe(0);
});

test('single columns, as of a stray hair, do not move the brow', () => {
  const { brow } = measureLid(
    browTo(0.6, 120, (s) => Math.abs(s - 0.5) < 0.03),
    eye,
  );
  expect(brow(0.5)).toBeCloseTo(eye.brow(0.5), 1);
});

test.each([
  [60, 0.5],
  [80, 0],
])('hair of level %d on half of a lid of level 180 counts as dark by %d', (hair, dark) => {
  expect(measureLid(browTo(0.5, hair), eye).dark).toBeCloseTo(dark, 1);
});
