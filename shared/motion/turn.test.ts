import { expect, test } from 'vitest';
import { type Turn, turnOf, turnPicture } from './turn.ts';

/** A picture of 3 x 2 pixels whose red counts from 0, row by row. */
const picture = {
  width: 3,
  height: 2,
  data: Uint8Array.from([0, 1, 2, 3, 4, 5].flatMap((n) => [n, 100 + n, 200])),
};
const reds = (turn: Turn) => {
  const { width, height, data } = turnPicture(picture, turn);
  return [width, height, ...data.filter((_, i) => i % 3 === 0)];
};

test.each([
  [0, [3, 2, 0, 1, 2, 3, 4, 5]],
  [90, [2, 3, 3, 0, 4, 1, 5, 2]],
  [180, [3, 2, 5, 4, 3, 2, 1, 0]],
  [270, [2, 3, 2, 5, 1, 4, 0, 3]],
] as const)('a picture is turned clockwise by %d degrees', (turn, expected) => {
  expect(reds(turn)).toEqual(expected);
  expect(turnPicture(picture, turn).data.filter((_, i) => i % 3 === 2)).toEqual(
    Uint8Array.from([200, 200, 200, 200, 200, 200]),
  );
});

test('what is requested is degrees, or left to the photo', () => {
  expect((['0', '90', '180', '270', 'auto'] as const).map(turnOf)).toEqual([0, 90, 180, 270, null]);
});
