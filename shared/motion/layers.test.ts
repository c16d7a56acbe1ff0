import { expect, test } from 'vitest';
import { drawPortrait } from '../../tests/support/drawn-portrait.ts';
import { portraitDetection } from '../../tests/support/drawn-detection.ts';
import { splitLayers } from './layers.ts';
import { planeLike } from './plane.ts';

const photo = drawPortrait(768, 960);
const detection = portraitDetection(768, 960);
const { alpha, background } = splitLayers(photo, detection.people, detection.faces);

const index = (x: number, y: number) => Math.round(y * 960) * 768 + Math.round(x * 768);

test('people are opaque, their surroundings are not, and a face is solid even without the mask', () => {
  expect(alpha[index(0.5, 0.4)]).toBe(255);
  expect(alpha[index(0.05, 0.1)]).toBe(0);
  const nobody = planeLike({ width: 96, height: 120 }, () => 0);
  expect(splitLayers(photo, nobody, detection.faces).alpha[index(0.5, 0.4)]).toBe(255);
});

test('behind people the wall is continued, and elsewhere the background is the photo', () => {
  const wall = [150, 146, 136];
  const behind = background.data.subarray(3 * index(0.5, 0.3), 3 * index(0.5, 0.3) + 3);
  behind.forEach((value, k) => expect(Math.abs(value - wall[k]!)).toBeLessThan(16));
  for (let i = 0; i < alpha.length; i += 7) {
    if (alpha[i] !== 0) continue;
    for (let k = 3 * i; k < 3 * i + 3; k++)
      expect(Math.abs(background.data[k]! - photo.data[k]!)).toBeLessThan(40);
  }
  const corner = 3 * index(0.05, 0.1);
  expect(background.data.slice(corner, corner + 300)).toEqual(photo.data.slice(corner, corner + 300));
});

test('the layers composed in place yield the photo', () => {
  let worst = 0;
  for (let i = 0; i < alpha.length; i++) {
    const share = alpha[i]! / 255;
    for (let k = 3 * i; k < 3 * i + 3; k++) {
      // The people's contribution must be a valid colour: neither below black nor above white.
      const people = Math.round(photo.data[k]! - background.data[k]! * (1 - share));
      const added = Math.max(0, Math.min(255, people));
      worst = Math.max(worst, Math.abs(added + background.data[k]! * (1 - share) - photo.data[k]!));
    }
  }
  expect(worst).toBeLessThanOrEqual(1.5);
});
