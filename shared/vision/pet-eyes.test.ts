import { expect, test } from 'vitest';
import { drawFurryFace, furryFace } from '#tests/support/drawn-fur.ts';
import { findEyePairs } from './pet-eyes.ts';
import { createPyramid } from './pyramid.ts';

const whole = { x: 200, y: 200, side: 400 };

test('finds two round dark eyes and the nose below them', () => {
  const [best] = findEyePairs(createPyramid(drawFurryFace()), whole);
  const [left, right] = best!.eyes;
  expect(Math.hypot(left.x - furryFace.leftEye.x, left.y - furryFace.leftEye.y)).toBeLessThan(5);
  expect(Math.hypot(right.x - furryFace.rightEye.x, right.y - furryFace.rightEye.y)).toBeLessThan(5);
  expect(Math.hypot(best!.nose!.x - furryFace.nose.x, best!.nose!.y - furryFace.nose.y)).toBeLessThan(8);
  for (const { radius } of best!.eyes) {
    expect(radius).toBeGreaterThan(0.6 * furryFace.eyeRadius);
    expect(radius).toBeLessThan(1.4 * furryFace.eyeRadius);
  }
  expect(best!.symmetry).toBeGreaterThan(0.9);
  expect(best!.score).toBeGreaterThan(1.1);
});

test('finds no certain pair in a sleeping face', () => {
  const pairs = findEyePairs(createPyramid(drawFurryFace(true)), whole);
  for (const { score } of pairs) expect(score).toBeLessThan(1.1);
});

test('places in part of a picture are those of the whole', () => {
  const part = { x: 205, y: 190, side: 300 };
  const [best] = findEyePairs(createPyramid(drawFurryFace()), part);
  expect(best!.eyes[0].x).toBeGreaterThan(furryFace.leftEye.x - 5);
  expect(best!.eyes[0].x).toBeLessThan(furryFace.leftEye.x + 5);
});
