import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import type { Detection } from '../vision/detect-people.ts';
import { planeLike } from './plane.ts';
import { createScene } from './scene.ts';

const plane = planeLike({ width: 4, height: 5 }, () => 1);
const estimate = { depth: plane, presence: plane, confidence: 0.9, people: plane };
const photo = { width: 384, height: 480 };

/** The analysis of a photo at half the frame's size: faces of these widths in pixels of the frame. */
const seen = (...widths: number[]): Detection => ({
  ...photo,
  faces: widths.map((width) => drawnFace(192, 200, width / 2)),
  people: plane,
});

test('detected faces are scaled to pixels of the frame', () => {
  const scene = createScene(photo, estimate, seen(270), 5);
  expect(scene).toMatchObject({ frame: { width: 768, height: 960 }, isLayered: true, seed: 5, held: null });
  expect(scene.faces).toHaveLength(1);
  expect(scene.faces[0]).toMatchObject({ x: 384, y: 400, width: 270 });
});

test('animals are scaled too, and those that are hardly seen are left out', () => {
  const pet = { species: 'cat', score: 0.6, top: 100, right: 200, bottom: 300, head: null } as const;
  const { faces, people } = seen();
  const [near, far] = [
    { ...pet, left: 100 },
    { ...pet, left: 180 },
  ];
  const half = { width: 384, height: 480, faces, people, pets: [near, far] };
  expect(createScene(photo, estimate, half, 1).pets).toEqual([
    { ...pet, left: 200, top: 200, right: 400, bottom: 600 },
  ]);
});

test.each([
  [[16], 0],
  [[17], 1],
  [[17, 15, 200], 2],
])('of faces %j pixels wide %d move', (widths, moving) => {
  expect(createScene(photo, estimate, seen(...widths), 1).faces).toHaveLength(moving);
});

test.each([
  [[130], false],
  [[131], true],
  [[40, 131], true],
])('with faces %j pixels wide people are a layer of their own: %s', (widths, isLayered) => {
  expect(createScene(photo, estimate, seen(...widths), 1).isLayered).toBe(isLayered);
  expect(createScene(photo, { ...estimate, people: null }, seen(...widths), 1).isLayered).toBe(false);
});

test('without analysis there are no faces', () => {
  expect(createScene(photo, estimate, null, 1)).toMatchObject({ faces: [], isLayered: false });
});
