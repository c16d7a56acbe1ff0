import { expect, test } from 'vitest';
import { drawFurryFace, furryFace } from '#tests/support/drawn-fur.ts';
import { petFaces } from '#tests/support/pet-faces.ts';
import { eyesIn, findPetFace, hasEyes } from './pet-face.ts';
import { createPyramid } from './pyramid.ts';

const pyramid = createPyramid(drawFurryFace());
const whole = { left: 20, top: 20, right: 380, bottom: 380 };

test('finds a furry face by its eyes and nose, and the eyes in it', () => {
  const face = findPetFace(petFaces, pyramid, whole)!;
  expect(face.x).toBeCloseTo(furryFace.nose.x, -1);
  expect(face.y).toBeGreaterThan(furryFace.leftEye.y);
  expect(face.y).toBeLessThan(furryFace.nose.y);
  expect(face.side).toBeGreaterThan(200);
  expect(face.side).toBeLessThan(300);
  const [left, right] = eyesIn(pyramid, face)!.eyes;
  expect(left.x).toBeCloseTo(furryFace.leftEye.x, -1);
  expect(right.x).toBeCloseTo(furryFace.rightEye.x, -1);
});

test('finds it only in the upper part of an animal', () => {
  expect(findPetFace(petFaces, pyramid, { ...whole, top: -400, bottom: 200 })).toBeNull();
});

test('no face is seen where there are no eyes', () => {
  expect(findPetFace(petFaces, createPyramid(drawFurryFace(true)), whole)).toBeNull();
  expect(findPetFace([], pyramid, whole)).toBeNull();
});

test('eyes belong beside the middle of a face, a little above it', () => {
  const face = { x: 200, y: 190, side: 240 };
  const at = (x: number, y: number) => ({ x, y, radius: 17, contrast: 60 });
  expect(hasEyes(face, [at(150, 170), at(250, 170)])).toBe(true);
  // Nostrils, ears, and the eye of another face.
  expect(hasEyes(face, [at(190, 230), at(210, 230)])).toBe(false);
  expect(hasEyes(face, [at(150, 100), at(250, 100)])).toBe(false);
  expect(hasEyes(face, [at(150, 170), at(330, 170)])).toBe(false);
});
