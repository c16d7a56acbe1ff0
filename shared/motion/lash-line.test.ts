import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import { eyeIndices } from '../vision/landmarks.ts';
import { eyeOf } from './eye.ts';
import { toLashLine } from './lash-line.ts';

const eye = eyeOf(drawnFace(384, 400, 270), eyeIndices[0]);

/** Skin around a white eye that reaches `below` eye widths further down than its outline, to a line of this grey. */
function eyeWith(below: number, line: number) {
  const data = new Uint8Array(3 * 768 * 960).fill(150);
  for (let y = Math.floor(eye.y - 40); y < eye.y + 40; y++) {
    for (let x = Math.floor(eye.x); x < eye.x + eye.width; x++) {
      const [s, v] = [(x - eye.x) / eye.width, (y - eye.y) / eye.width];
      const edge = eye.lower(s) + below;
      if (v > eye.upper(s) && v < edge) data.fill(225, 3 * (y * 768 + x), 3 * (y * 768 + x) + 3);
      else if (v >= edge && v < edge + 0.03) data.fill(line, 3 * (y * 768 + x), 3 * (y * 768 + x) + 3);
    }
  }
  return { width: 768, height: 960, data };
}

test.each([0.03, 0.06])('the lower lid is where its lashes are, %d eye widths below the outline', (below) => {
  const seen = toLashLine(eyeWith(below, 60), eye);
  const drop = seen.lower(0.5) - eye.lower(0.5);
  expect(drop).toBeGreaterThan(below - 0.01);
  expect(drop).toBeLessThan(below + 0.03);
  expect(seen.opening - eye.opening).toBeCloseTo(drop, 6);
  expect(seen.lower(0)).toBeCloseTo(eye.lower(0), 6);
  expect(seen.lower(1)).toBeCloseTo(eye.lower(1), 6);
});

test('without lashes the lid ends where the white does, and where none ends it remains', () => {
  expect(toLashLine(eyeWith(0, 150), eye).lower(0.5) - eye.lower(0.5)).toBeLessThan(0.04);
  expect(toLashLine(eyeWith(0.2, 60), eye)).toBe(eye);
});
