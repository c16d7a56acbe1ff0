import { expect, test } from 'vitest';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import { portraitDetection } from '#tests/support/drawn-detection.ts';
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

/** A grey wall with a fine pattern and a channel at its limit, and a disc before it whose mask is exact. */
const wall = (x: number, y: number, k: number): number => (k === 0 ? 0 : 120 + 40 * ((x >> 2) % 2) + (y % 3));
const isDisc = (x: number, y: number): boolean => Math.hypot(x - 384, y - 480) < 200;
const scene = {
  width: 768,
  height: 960,
  data: Uint8Array.from({ length: 3 * 768 * 960 }, (_, i) => {
    const [x, y] = [Math.floor(i / 3) % 768, Math.floor(i / 3 / 768)];
    return isDisc(x, y) ? 230 : wall(x, y, i % 3);
  }),
};
const disc = planeLike({ width: 384, height: 480 }, (i) =>
  isDisc(2 * (i % 384) + 1, 2 * Math.floor(i / 384) + 1) ? 1 : 0,
);
const split = splitLayers(scene, disc, []);
const distanceOf = (i: number): number => Math.hypot((i % 768) - 384, Math.floor(i / 768) - 480) - 200;

test('where nobody stands, the background is the photo and the people are clear: no sparkles, no halo', () => {
  for (let i = 0; i < split.alpha.length; i++) {
    if (distanceOf(i) < 18) continue;
    expect(split.alpha[i]).toBe(0);
    for (let k = 3 * i; k < 3 * i + 3; k++)
      if (split.background.data[k] !== scene.data[k]) expect.fail(`pixel ${i}: not the photo's`);
  }
});

test('behind people, the outer part continues the structure of the wall, as bright as it is', () => {
  /** The mean and the standard deviation of the green of the background in this ring inside the disc. */
  const ring = (from: number, to: number) => {
    const values: number[] = [];
    for (let i = 0; i < split.alpha.length; i++) {
      const inside = -distanceOf(i);
      if (inside > from && inside < to) values.push(split.background.data[3 * i + 1]!);
    }
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return {
      mean,
      deviation: Math.sqrt(values.reduce((sum, v) => sum + (v - mean) ** 2, 0) / values.length),
    };
  };
  const outside = ring(-60, -20);
  const outer = ring(0, 5);
  expect(Math.abs(outer.mean - outside.mean)).toBeLessThan(4);
  expect(outer.deviation).toBeGreaterThan(0.7 * outside.deviation);
  expect(ring(80, 150).deviation).toBeLessThan(0.3 * outside.deviation);
});
