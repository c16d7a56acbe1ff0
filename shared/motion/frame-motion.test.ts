import { expect, test } from 'vitest';
import { drawNoise, drawPortrait } from '../../tests/support/drawn-portrait.ts';
import { curves } from './curves.ts';
import { estimateDepth } from './depth.ts';
import { createMotionSampler, type FrameMotion } from './frame-motion.ts';
import { cellSize, type MotionPlan, planMotion } from './motion-plan.ts';

const frames = 150;
const pictures = {
  'a portrait': { picture: drawPortrait(128, 160), width: 768, height: 960 },
  'a wide portrait': { picture: drawPortrait(320, 128), width: 1920, height: 768 },
  'a tall portrait': { picture: drawPortrait(128, 320), width: 768, height: 1920 },
  'no subject': { picture: drawNoise(128, 128), width: 768, height: 768 },
};

function at(plan: MotionPlan, phase: number): FrameMotion {
  return createMotionSampler(plan)(phase);
}

for (const [name, curve] of Object.entries(curves)) {
  test(`${name} rests at both ends of the loop and stays within its range`, () => {
    const step = 1e-4;
    expect(curve(0)).toBeCloseTo(0, 10);
    expect(curve(1)).toBeCloseTo(0, 10);
    expect(curve(step) / step).toBeCloseTo(0, 1);
    expect(curve(1 - step) / step).toBeCloseTo(0, 1);
    for (let n = 0; n <= 1000; n++) expect(Math.abs(curve(n / 1000))).toBeLessThanOrEqual(1.0001);
  });
}

for (const [name, { picture, width, height }] of Object.entries(pictures)) {
  const plan = planMotion(estimateDepth(picture), width, height);

  test(`${name}: the first frame is the photo, and the loop closes`, () => {
    for (const phase of [0, 1]) {
      const { dx, dy, light } = at(plan, phase);
      for (const plane of [dx, dy, light])
        for (const value of plane) expect(Math.abs(value)).toBeLessThan(1e-6);
    }
  });

  test(`${name}: no frame looks past the edge of the photo by more than a pixel`, () => {
    for (let n = 0; n < frames; n += 5) {
      const { dx, dy } = at(plan, n / frames);
      for (let row = 0; row * cellSize <= height; row++) {
        expect(dx[row * plan.columns]).toBeGreaterThan(-1);
        expect(
          Math.floor(width / cellSize) * cellSize + dx[row * plan.columns + Math.floor(width / cellSize)]!,
        ).toBeLessThan(width + 1);
      }
      for (let column = 0; column * cellSize <= width; column++) expect(dy[column]).toBeGreaterThan(-1);
    }
  });

  test(`${name}: nothing is bent by more than a sixth, and nothing jumps`, () => {
    let before = at(plan, 0);
    let bend = 0;
    let speed = 0;
    for (let n = 1; n < frames; n++) {
      const now = at(plan, n / frames);
      bend = Math.max(bend, largestBend(now, plan.columns));
      now.dx.forEach((x, i) => {
        speed = Math.max(speed, Math.hypot(x - before.dx[i]!, now.dy[i]! - before.dy[i]!));
      });
      before = now;
    }
    expect(bend).toBeLessThan(1 / 6);
    expect(speed).toBeLessThan(1.5);
  });
}

/** The largest stretch, squeeze or sideways shear between two neighbouring vertices, as a share of their distance. */
function largestBend({ dx, dy }: FrameMotion, columns: number): number {
  let most = 0;
  for (let i = columns; i < dx.length; i++) {
    if (i % columns === 0) continue;
    const across = Math.abs(dx[i]! - dx[i - 1]!);
    const down = Math.abs(dy[i]! - dy[i - columns]!);
    const shear = Math.abs(dx[i]! - dx[i - columns]!);
    most = Math.max(most, across / cellSize, down / cellSize, shear / cellSize);
  }
  return most;
}

test('an unsure subject does not breathe or lean: only the camera moves', () => {
  const { picture, width, height } = pictures['a portrait'];
  const estimate = estimateDepth(picture);
  const largest = (confidence: number): number => {
    const breath = planMotion({ ...estimate, confidence }, width, height).movements[2]!;
    return Math.max(...breath.y.map(Math.abs));
  };
  expect(largest(1)).toBeGreaterThan(1);
  expect(largest(0)).toBe(0);
});
