import { expect, test } from 'vitest';
import { type FaceInView, markedFaces, roomsOf } from './marked-faces.ts';

const at = (x: number, y: number, more: Partial<FaceInView> = {}): FaceInView => {
  const box = { x, y, width: 0.1, height: 0.1 };
  return {
    kind: 'person',
    box,
    inPhoto: box,
    blinks: true,
    gazes: true,
    turns: true,
    rests: false,
    ...more,
  };
};

test('faces that move have marks, from left to right, and numbers of their kind', () => {
  const faces = [
    at(0.6, 0.2),
    at(0.4, 0.5, { kind: 'pet' }),
    at(0.8, 0.1, { why: 'too_small' }),
    at(0.1, 0.7),
  ];
  expect(markedFaces(faces).map(({ index, number }) => [index, number])).toEqual([
    [3, 1],
    [1, 1],
    [0, 2],
  ]);
});

test('marks have the room up to the nearest other face', () => {
  const marked = markedFaces([at(0.1, 0.2), at(0.3, 0.25), at(0.31, 0.75)]);
  const rounded = (rooms: number[]) => rooms.map((room) => Math.round(room));
  expect(rounded(roomsOf(marked, { width: 400, height: 500 }))).toEqual([80, 80, 250]);
  expect(roomsOf(marked.slice(0, 1), { width: 400, height: 500 })).toEqual([400]);
});
