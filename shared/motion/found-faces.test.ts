import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import type { Corners } from '../print/print.ts';
import type { Pet } from '../vision/find-pets.ts';
import { foundFaces, type RestPoint } from './found-faces.ts';

const cat: Pet = {
  species: 'cat',
  score: 0.6,
  left: 300,
  top: 500,
  right: 500,
  bottom: 900,
  head: { x: 400, y: 600, radius: 50, angle: 0, eyes: null },
};
const dog: Pet = { ...cat, species: 'dog', left: 600, top: 700, right: 800, bottom: 1000, head: null };
/** Two faces, 100 and 40 pixels wide, a cat with a face and a dog without one. */
const detection = {
  width: 800,
  height: 1000,
  faces: [drawnFace(200, 300, 100), drawnFace(320, 300, 40)],
  pets: [cat, dog],
};
const resting = (...rest: RestPoint[]) =>
  foundFaces(detection, null, rest).flatMap(({ rests }, i) => (rests ? [i] : []));

test('faces have their places, people before animals', () => {
  const near = (value: number) => expect.closeTo(value, 2);
  expect(foundFaces(detection, null, []).map(({ species, box }) => ({ species, box }))).toEqual([
    { species: null, box: { x: near(0.1875), y: near(0.235), width: near(0.125), height: near(0.13) } },
    { species: null, box: { x: near(0.375), y: near(0.274), width: near(0.05), height: near(0.052) } },
    { species: 'cat', box: { x: 0.4375, y: 0.55, width: 0.125, height: near(0.1) } },
    { species: 'dog', box: { x: 0.75, y: 0.7, width: 0.25, height: near(0.3) } },
  ]);
});

test.each([
  ['no point', [], []],
  ['the centre of a face', [[0.25, 0.3]], [0]],
  ['its upper left corner', [[0.19, 0.24]], [0]],
  ['a little outside', [[0.25, 0.39]], [0]],
  ['between two faces, nearer to the small one in its own measure', [[0.37, 0.3]], [1]],
  ['between two faces, in reach of the large one only', [[0.34, 0.3]], [0]],
  ['nobody', [[0.7, 0.1]], []],
  ['the face of a cat', [[0.5, 0.6]], [2]],
  ['all of a dog', [[0.9, 0.95]], [3]],
  [
    'several, one of them twice',
    [
      [0.25, 0.3],
      [0.26, 0.31],
      [0.5, 0.6],
    ],
    [0, 2],
  ],
] as [string, RestPoint[], number[]][])('rest for %s', (_name, points, expected) => {
  expect(resting(...points)).toEqual(expected);
});

test('in a straightened print, points are those of the photo of the print', () => {
  const corners: Corners = [
    { x: 0.2, y: 0.1 },
    { x: 0.8, y: 0.1 },
    { x: 0.8, y: 0.9 },
    { x: 0.2, y: 0.9 },
  ];
  const at = (...points: RestPoint[]) => foundFaces(detection, corners, points).map(({ rests }) => rests);
  // 0.25 and 0.3 of the picture are 0.35 and 0.34 of the photo.
  expect(at([0.35, 0.34])).toEqual([true, false, false, false]);
  expect(at([0.5, 0.58])).toEqual([false, false, true, false]);
  const [first] = foundFaces(detection, corners, []);
  expect(first?.inPhoto.x).toBeCloseTo(0.2 + 0.6 * 0.1875, 3);
  expect(first?.inPhoto.height).toBeCloseTo(0.8 * 0.13, 2);
});

test('a face that is cut off by the edge ends there', () => {
  const [face] = foundFaces({ ...detection, faces: [drawnFace(20, 300, 100)] }, null, []);
  expect(face?.box).toMatchObject({ x: 0 });
  expect(face?.box.width).toBeCloseTo(70 / 800, 2);
});
