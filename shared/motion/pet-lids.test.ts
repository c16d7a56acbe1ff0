import { expect, test } from 'vitest';
import { drawFurryFace, furryFace } from '#tests/support/drawn-fur.ts';
import type { Pet } from '../vision/find-pets.ts';
import type { Spot } from '../vision/pet-eyes.ts';
import { createPetEyes } from './pet-lids.ts';
import { createPetRhythm } from './pet-rhythm.ts';
import type { RgbPicture } from './plane.ts';

const spot = ({ x, y }: { x: number; y: number }): Spot => ({ x, y, radius: 15, contrast: 80 });
const eyes = [spot(furryFace.leftEye), spot(furryFace.rightEye)] as const;

function petWith(found: Pet['head']): Pet {
  return { species: 'dog', score: 0.6, left: 20, top: 20, right: 380, bottom: 380, head: found };
}
const head = { x: 200, y: 200, radius: 125, angle: 0, eyes };
/** A blink that is exactly as far closed as the phase says. */
const rhythm = { ...createPetRhythm(1, 0, 'dog'), blink: (phase: number) => phase };

function drawn(photo: RgbPicture, phase: number): { picture: RgbPicture; patches: number } {
  const data = Uint8Array.from(photo.data);
  const repaints = createPetEyes(photo, [{ pet: petWith(head), rhythm }])(phase);
  for (const { patch, rgb } of repaints) {
    for (let row = 0; row < patch.height; row++) {
      const line = rgb.subarray(3 * row * patch.width, 3 * (row + 1) * patch.width);
      data.set(line, 3 * ((patch.top + row) * photo.width + patch.left));
    }
  }
  return { picture: { ...photo, data }, patches: repaints.length };
}

/** The share of the pixels of an open eye that are dark. */
function darkShare({ data, width }: RgbPicture, eye: { x: number; y: number }): number {
  let [dark, all] = [0, 0];
  for (let y = eye.y - 16; y <= eye.y + 16; y++) {
    for (let x = eye.x - 16; x <= eye.x + 16; x++) {
      if (Math.hypot(x - eye.x, y - eye.y) > 16) continue;
      all++;
      if (data[3 * (y * width + x)]! < 90) dark++;
    }
  }
  return dark / all;
}

test('fur covers both eyes, and leaves a thin line where the lids meet', () => {
  const photo = drawFurryFace();
  const { picture, patches } = drawn(photo, 1);
  expect(patches).toBe(2);
  for (const eye of [furryFace.leftEye, furryFace.rightEye]) {
    expect(darkShare(photo, eye)).toBeGreaterThan(0.95);
    expect(darkShare(picture, eye)).toBeLessThan(0.25);
    const middle = 3 * (eye.y * 400 + eye.x);
    // The fur's own colour, not that of skin.
    expect(picture.data[middle]! - picture.data[middle + 2]!).toBeGreaterThan(70);
  }
});

test('half closed, the lower half of an eye still shows', () => {
  const { picture } = drawn(drawFurryFace(), 0.5);
  expect(darkShare(picture, furryFace.leftEye)).toBeGreaterThan(0.3);
  expect(darkShare(picture, furryFace.leftEye)).toBeLessThan(0.75);
});

test('nothing changes far from the eyes, nor anywhere when they are open', () => {
  const photo = drawFurryFace();
  expect(drawn(photo, 0).patches).toBe(0);
  const { picture } = drawn(photo, 1);
  const { nose } = furryFace;
  const at = 3 * (nose.y * 400 + nose.x);
  expect(picture.data.subarray(at, at + 3)).toEqual(photo.data.subarray(at, at + 3));
  expect(picture.data.subarray(0, 3 * 400 * 40)).toEqual(photo.data.subarray(0, 3 * 400 * 40));
});

test('sleeping animals, and those whose eyes were not found, keep their eyes as they are', () => {
  expect(drawn(drawFurryFace(true), 1).patches).toBe(0);
  const unsure = petWith({ ...head, eyes: null });
  expect(createPetEyes(drawFurryFace(), [{ pet: unsure, rhythm }])(1)).toEqual([]);
});

test('one eye alone never closes', () => {
  const photo = drawFurryFace();
  const winking = petWith({ ...head, eyes: [eyes[0], spot({ x: 330, y: 330 })] });
  expect(createPetEyes(photo, [{ pet: winking, rhythm }])(1)).toEqual([]);
});
