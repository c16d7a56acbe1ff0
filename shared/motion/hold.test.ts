import { expect, test } from 'vitest';
import { drawDamagedScan, drawTornPrint } from '#tests/support/damaged-scan.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import { portraitDetection } from '#tests/support/drawn-detection.ts';
import { limits } from '../limits.ts';
import { inspectPrint } from '../print/find-print.ts';
import type { HeldArea } from '../print/print.ts';
import { estimateDepth } from './depth.ts';
import { createMotionSampler, type Offsets } from './frame-motion.ts';
import { createGrid, createMovement } from './grid.ts';
import { hold, stillnessOf } from './hold.ts';
import { planMotion } from './motion-plan.ts';
import { cameraMovements } from './movements.ts';
import { createScene } from './scene.ts';

const frame = { width: 768, height: 960 };
const detection = portraitDetection(frame.width, frame.height);
const frameCount = limits.video.seconds * limits.video.framesPerSecond;
const estimate = estimateDepth(drawPortrait(128, 160), detection.people);
const area = (left: number, top: number, right: number, bottom: number, isOval: boolean): HeldArea => ({
  corners: [
    { x: left, y: top },
    { x: right, y: top + 0.01 },
    { x: right, y: bottom },
    { x: left, y: bottom - 0.01 },
  ],
  isOval,
});

test.each([
  ['a white border', area(0.1, 0.08, 0.9, 0.8, false)],
  ['the corners around an oval', area(0, 0, 1, 1, true)],
])('within %s a person moves, while the border stands still', (_name, held) => {
  const { isOval, corners } = held;
  const isOutside = (x: number, y: number): boolean =>
    isOval
      ? Math.hypot((x - 0.5) / 0.5, (y - 0.5) / 0.5) > 1
      : x < corners[0].x || x > corners[1].x || y < corners[0].y || y > corners[2].y;
  const scene = createScene(frame, estimate, detection, 1, { held });
  for (const motion of cameraMovements) {
    const plan = planMotion(scene, { motion, liveliness: 'lively' });
    const sampler = createMotionSampler(plan);
    let most = 0;
    let outside = 0;
    for (const phase of [0.04, 0.17, 0.3, 0.5, 0.71, 0.9]) {
      const { background, light, blur, ...photo } = sampler(phase);
      expect(blur).toBe(0);
      for (const layer of [photo, background].filter((each): each is Offsets => each !== null)) {
        for (let i = 0; i < layer.dx.length; i++) {
          const x = ((i % plan.columns) * plan.cellSize) / frame.width;
          const y = (Math.floor(i / plan.columns) * plan.cellSize) / frame.height;
          const moved = Math.hypot(layer.dx[i]!, layer.dy[i]!) + light[i]!;
          if (isOutside(x, y)) outside = Math.max(outside, moved);
          else most = Math.max(most, moved);
        }
      }
    }
    expect(outside).toBe(0);
    expect(most).toBeGreaterThan(4);
  }
});

/** The share of a movement at a position, in a frame that is held as a whole. */
function shareAt(frame: { width: number; height: number }, held: HeldArea, x: number, y: number): number {
  const grid = createGrid(frame, 16);
  return stillnessOf(grid, held)[(y / 16) * grid.columns + x / 16]!;
}
const whole = (isOval: boolean): HeldArea => ({
  corners: [
    { x: 0, y: 0 },
    { x: 1, y: 0 },
    { x: 1, y: 1 },
    { x: 0, y: 1 },
  ],
  isOval,
});

test.each([
  ['rectangle, its middle', false, 160, 80, 1],
  ['rectangle, 64 pixels from its left edge', false, 64, 80, 1],
  ['rectangle, 32 pixels from its left edge', false, 32, 80, 0.1315],
  ['rectangle, 32 pixels from its right edge', false, 288, 80, 0.1315],
  ['rectangle, 48 pixels from its upper edge', false, 160, 48, 0.7607],
  ['rectangle, 48 pixels from its lower edge', false, 160, 112, 0.7607],
  ['rectangle, in the cells that its edge crosses', false, 16, 80, 0],
  ['rectangle, beyond it', false, 336, 80, 0],
  ['oval, its middle', true, 160, 80, 1],
  ['oval, 48 pixels above its middle', true, 160, 32, 0.1315],
  ['oval, 48 pixels below its middle', true, 160, 128, 0.1315],
  ['oval, 96 pixels left of its middle', true, 64, 80, 0.1315],
  ['oval, 96 pixels right of its middle', true, 256, 80, 0.1315],
  ['oval, a corner', true, 32, 32, 0],
] as const)(
  'a movement fades towards the edge of the area that may move: %s',
  (_name, isOval, x, y, share) => {
    expect(shareAt({ width: 320, height: 160 }, whole(isOval), x, y)).toBeCloseTo(share, 3);
  },
);

test.each([
  ['upright rectangle, 32 pixels from its left edge', 'upright', false, 192, 400],
  ['upright rectangle, 32 pixels from its upper edge', 'upright', false, 240, 192],
  ['wide rectangle, 32 pixels from its left edge', 'wide', false, 192, 240],
  ['wide rectangle, 32 pixels from its lower edge', 'wide', false, 400, 288],
  ['upright oval, 48 pixels left of its middle', 'upright', true, 192, 400],
  ['upright oval, 144 pixels above its middle', 'upright', true, 240, 256],
  ['wide oval, 144 pixels right of its middle', 'wide', true, 544, 240],
] as const)(
  'an area in the lower right of the frame fades over its own size: %s',
  (_name, shape, isOval, x, y) => {
    // 160 by 480 pixels or 480 by 160 pixels from (160, 160).
    const [right, bottom] = { upright: [0.5, 1] as const, wide: [1, 0.5] as const }[shape];
    const corners = [
      { x: 0.25, y: 0.25 },
      { x: right, y: 0.25 },
      { x: right, y: bottom },
      { x: 0.25, y: bottom },
    ] as const;
    expect(shareAt({ width: 640, height: 640 }, { corners, isOval }, x, y)).toBeCloseTo(0.1315, 3);
  },
);

test('where a tilted picture is held, depth is measured from its own edges', () => {
  // A square rotated by 45 degrees: 113 pixels from edge to edge.
  const diamond: HeldArea = {
    corners: [
      { x: 0.5, y: 0 },
      { x: 1, y: 0.5 },
      { x: 0.5, y: 1 },
      { x: 0, y: 0.5 },
    ],
    isOval: false,
  };
  const square = { width: 160, height: 160 };
  expect(shareAt(square, diamond, 80, 80)).toBe(1);
  expect(shareAt(square, diamond, 48, 80)).toBeCloseTo(0.3511, 3);
  expect(shareAt(square, diamond, 80, 112)).toBeCloseTo(0.3511, 3);
  expect(shareAt(square, diamond, 32, 32)).toBe(0);
  expect(shareAt(square, diamond, 112, 32)).toBe(0);
});

test('a movement of part of the frame is held by the vertices under it', () => {
  const grid = createGrid({ width: 64, height: 64 }, 16);
  const area = { left: 16, right: 48, top: 32, bottom: 48 };
  const movement = createMovement(
    grid,
    () => 1,
    () => [10, -20],
    area,
  );
  const stillness = Float32Array.from({ length: grid.columns * grid.rows }, (_, i) => i);
  const held = hold(movement, grid, stillness);
  expect([...held.x]).toEqual([130, 140, 150, 190, 200, 210]);
  expect([...held.y]).toEqual([-260, -280, -300, -380, -400, -420]);
  expect(held).toMatchObject({ left: 1, top: 2, columns: 3, rows: 2, curve: movement.curve });
});

/** The longest displacement after twelve frames, and at the peak of a video, in pixels at 768. */
function travelOf(held: HeldArea | null): { soon: number; peak: number } {
  const sampler = createMotionSampler(planMotion(createScene(frame, estimate, detection, 1, { held })));
  const travel = Array.from({ length: frameCount }, (_, n) => {
    const { dx, dy } = sampler(n / frameCount);
    return Math.max(...dx.map((x, i) => Math.hypot(x, dy[i]!)));
  });
  return { soon: travel[12]!, peak: Math.max(...travel) };
}

test('a damaged scan moves like any other photo, a torn print by less', () => {
  const print = drawPortrait(320, 400);
  const whole = travelOf(null);
  expect(travelOf(inspectPrint(drawDamagedScan(print, 1)).fragile)).toEqual(whole);
  expect(whole.soon).toBeGreaterThan(3);
  const torn = travelOf(inspectPrint(drawTornPrint(print, 40, 226)).fragile);
  expect(torn.peak).toBeLessThan(0.7 * whole.peak);
});
