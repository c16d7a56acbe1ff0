import { expect, test } from 'vitest';
import { measureJitter } from './jitter.ts';
import { loopClosure, psnr, ssim } from './similarity.ts';

const size = { width: 320, height: 240 };

/** A smooth pattern that can be shifted by fractions of a pixel. */
function pattern(dx: number, contrast = 50): Uint8Array {
  return Uint8Array.from({ length: size.width * size.height }, (_, i) => {
    const x = (i % size.width) - dx;
    const y = Math.floor(i / size.width);
    return 128 + contrast * Math.sin(x / 5 + Math.sin(y / 9)) * Math.cos(y / 7);
  });
}

test('a picture is fully similar to itself, and less so to another', () => {
  expect(ssim(pattern(0), pattern(0), size)).toBe(1);
  expect(psnr(pattern(0), pattern(0))).toBe(Number.POSITIVE_INFINITY);
  expect(ssim(pattern(0), pattern(3), size)).toBeLessThan(0.9);
});

test('an error of one level everywhere is 48.1 dB', () => {
  const a = new Uint8Array(100).fill(10);
  expect(
    psnr(
      a,
      a.map((value) => value + 1),
    ),
  ).toBeCloseTo(48.13, 2);
});

test('a closed loop has no gap, one that jumps has', () => {
  const loop = Array.from({ length: 40 }, (_, n) => pattern(3 * Math.sin((2 * Math.PI * n) / 40)));
  const closed = loopClosure(loop, size);
  expect(closed.neighbours - closed.seam).toBeLessThan(0.01);
  const open = loopClosure(loop.slice(0, 30), size);
  expect(open.neighbours - open.seam).toBeGreaterThan(0.1);
});

test('jitter measures the unsteadiness of the motion, not the motion', () => {
  const frames = (wobble: number): Uint8Array[] =>
    Array.from({ length: 12 }, (_, n) => pattern(0.4 * n + (n % 2) * wobble));
  const steady = measureJitter({ ...size, frames: frames(0) });
  const shaky = measureJitter({ ...size, frames: frames(0.3) });
  expect(steady).toBeLessThan(0.05);
  // Velocities alternate by 0.6, so their second differences alternate between 1.2 and -1.2.
  expect(shaky).toBeGreaterThan(1);
  expect(shaky).toBeLessThan(1.4);
});
