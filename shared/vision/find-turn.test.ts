import { expect, test } from 'vitest';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import type { RgbPicture } from '../motion/plane.ts';
import { turnPicture } from '../motion/turn.ts';
import type { Face } from './face-mesh.ts';
import type { Pet } from './find-pets.ts';
import { findTurn } from './find-turn.ts';

/** A face that is turned clockwise by this many degrees, found with this score. */
const faceAt = (degrees: number, score = 0.95): Face => ({
  ...drawnFace(100, 100, 50),
  angle: (degrees * Math.PI) / 180,
  score,
});

/** A picture whose first pixel tells how far it was turned since. */
const picture: RgbPicture = {
  width: 2,
  height: 2,
  data: Uint8Array.from([0, 90, 20, 180].flatMap((n) => [n, n, n])),
};
const turnedSince = ({ data }: RgbPicture): number =>
  [0, 90, 180, 270].find((turn) => turnPicture(picture, turn as 0).data[0] === data[0]) ?? -1;

/** What is asked for, given the faces in the picture as it lies, and once it is turned. */
function turnBy(
  faces: readonly Face[],
  once: Partial<Record<number, readonly Face[]>> = {},
  pets: readonly Pet[] = [],
): number {
  return findTurn((seen) => once[turnedSince(seen)] ?? [], picture, { faces, pets });
}

test.each([
  ['upright', [faceAt(5)], 0],
  ['tilted', [faceAt(40)], 0],
  ['on its left side, straight', [faceAt(-88)], 90],
  ['on its right side, straight', [faceAt(95)], 270],
  ['on its side, but not straight: a child in bed', [faceAt(70)], 0],
  ['on its head', [faceAt(170)], 180],
  ['on its head, counted the other way', [faceAt(-175)], 180],
])('one face %s', (_name, faces, turn) => {
  expect(turnBy(faces)).toBe(turn);
});

test('several faces that lie the same way are believed, straight or not; faces that disagree are not', () => {
  expect(turnBy([faceAt(70), faceAt(105)])).toBe(270);
  expect(turnBy([faceAt(90), faceAt(0)])).toBe(0);
  expect(turnBy([faceAt(-90), faceAt(90)])).toBe(0);
});

test('a doubtful face is turned if it is plainly more certain on its head, a certain one never', () => {
  expect(turnBy([faceAt(3, 0.82)], { 180: [faceAt(0, 0.96)] })).toBe(180);
  expect(turnBy([faceAt(3, 0.87)], { 180: [faceAt(0, 0.89)] })).toBe(0);
  expect(turnBy([faceAt(3, 0.91)], { 180: [faceAt(0, 0.99)] })).toBe(0);
});

test('where no face is found as the photo lies, the most certain one decides, if it is certain and stands', () => {
  expect(turnBy([])).toBe(0);
  expect(turnBy([], { 90: [faceAt(3)], 180: [faceAt(0, 0.91)] })).toBe(90);
  expect(turnBy([], { 270: [faceAt(-2)] })).toBe(270);
  expect(turnBy([], { 180: [faceAt(30)] })).toBe(180);
  expect(turnBy([], { 90: [faceAt(30)] })).toBe(0);
  expect(turnBy([], { 180: [faceAt(0, 0.88)] })).toBe(0);
  expect(turnBy([], { 180: [faceAt(0), faceAt(90)] })).toBe(0);
});

test('animals are never turned: their fur resembles faces on its side', () => {
  const dog: Pet = { species: 'dog', score: 0.9, left: 10, top: 10, right: 200, bottom: 300, head: null };
  expect(turnBy([], { 90: [faceAt(3)] }, [dog])).toBe(0);
});
