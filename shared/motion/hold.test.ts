import { expect, test } from 'vitest';
import { drawPortrait } from '../../tests/support/drawn-portrait.ts';
import { sightOfPortrait } from '../../tests/support/drawn-sight.ts';
import type { HeldArea } from '../print/print.ts';
import { estimateDepth } from './depth.ts';
import { createMotionSampler, type Offsets } from './frame-motion.ts';
import { planMotion } from './motion-plan.ts';
import { cameraMovements } from './movements.ts';
import { createScene } from './scene.ts';

const frame = { width: 768, height: 960 };
const sight = sightOfPortrait(frame.width, frame.height);
const estimate = estimateDepth(drawPortrait(128, 160), sight.people);
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
])('within %s a person moves, and it stands still itself', (_name, held) => {
  const { isOval, corners } = held;
  const isOutside = (x: number, y: number): boolean =>
    isOval
      ? Math.hypot((x - 0.5) / 0.5, (y - 0.5) / 0.5) > 1
      : x < corners[0].x || x > corners[1].x || y < corners[0].y || y > corners[2].y;
  const scene = createScene(frame, estimate, sight, 1, held);
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
