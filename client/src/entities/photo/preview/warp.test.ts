import { beforeAll, expect, test } from 'vitest';
import { psnr } from '#scripts/bench/lib/similarity.ts';
import { createFrameRenderer } from '#server/engine/animate/frame-renderer.ts';
import { createKernel } from '#server/engine/animate/kernel.ts';
import { estimateDepth } from '#shared/motion/depth.ts';
import { createMotionSampler } from '#shared/motion/frame-motion.ts';
import { planMotion } from '#shared/motion/motion-plan.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { createScene } from '#shared/motion/scene.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import { type RgbaPicture, warp } from './warp.ts';

const size = { width: 768, height: 960 };
const photo = drawPortrait(size.width, size.height);
const estimate = estimateDepth(drawPortrait(128, 160));
const scene = createScene(size, estimate, null, 1);
const grid = planMotion(scene, defaultAnimationOptions);
const motionAt = createMotionSampler(grid);
let drawnByServer: (phase: number) => Uint8Array;

beforeAll(async () => {
  const kernel = await createKernel(160);
  const renderer = createFrameRenderer(kernel, photo, scene, grid);
  const target = kernel.allocate(renderer.frameBytes);
  drawnByServer = (phase) => {
    renderer.draw([{ phase, target }]);
    return kernel.bytes(target, size.width * size.height).slice();
  };
});

function rgba(): RgbaPicture {
  const data = new Uint8ClampedArray(4 * size.width * size.height).fill(255);
  for (let i = 0; i < size.width * size.height; i++) data.set(photo.data.subarray(3 * i, 3 * i + 3), 4 * i);
  return { ...size, data };
}

/** Luma as in the video: BT.709, limited range. */
function lumaOf({ data }: RgbaPicture): Uint8Array {
  return Uint8Array.from({ length: data.length / 4 }, (_, i) => {
    const luma = 0.2126 * data[4 * i]! + 0.7152 * data[4 * i + 1]! + 0.0722 * data[4 * i + 2]!;
    return Math.round(16 + (219 * luma) / 255);
  });
}

function drawnHere(phase: number): Uint8Array {
  const target = rgba();
  warp(rgba(), motionAt(phase), grid, target);
  return lumaOf(target);
}

test('at rest the frame is the photo, byte for byte', () => {
  const target = { ...size, data: new Uint8ClampedArray(4 * size.width * size.height) };
  warp(rgba(), motionAt(0), grid, target);
  expect(target.data).toEqual(rgba().data);
});

test.each([0.2, 0.4, 0.7])('at phase %d the frame matches the server’s, and no other', (phase) => {
  const here = drawnHere(phase);
  const same = psnr(here, drawnByServer(phase));
  expect(same).toBeGreaterThan(38);
  for (const other of [0, phase - 0.05, phase + 0.05])
    expect(psnr(here, drawnByServer(other))).toBeLessThan(same - 6);
});
