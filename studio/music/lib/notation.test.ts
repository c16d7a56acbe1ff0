import { expect, test } from 'vitest';
import { readChords, readLine } from './notation.ts';

test('a line is read with lengths, rests and ties, across bar lines', () => {
  expect(readLine('C4:1.5 D4:.5 r E4 | ~:2 Bb3:1/3 B#3:2/3 F#4', 4)).toEqual([
    { at: 0, length: 1.5, value: 60 },
    { at: 1.5, length: 0.5, value: 62 },
    { at: 3, length: 3, value: 64 },
    { at: 6, length: 1 / 3, value: 58 },
    { at: 6 + 1 / 3, length: 2 / 3, value: 60 },
    { at: 7, length: 1, value: 66 },
  ]);
});

test.each([
  ['C4:3 | D4:4', 'the bar "C4:3" lasts 3 of 4 units'],
  ['C4:4 | D4:5', 'the bar "D4:5" lasts 5 of 4 units'],
  ['C4:4 |', 'the bar "" lasts 0 of 4 units'],
  ['H4:4', 'H4 is not a pitch'],
  ['C4:x', 'x is not a length'],
  ['r:4 | ~:4', 'nothing to go on with in "~:4"'],
  ['C4:2 r ~', 'nothing to go on with in "C4:2 r ~"'],
])('the line "%s" is refused', (line, message) => {
  expect(() => readLine(line, 4)).toThrow(message);
});

test('chords share what is left of their bar', () => {
  const chords = readChords('C | F:1 G7 | Am G/B', 3);
  expect(chords.map(({ at, length, value }) => [at, length, value.symbol])).toEqual([
    [0, 3, 'C'],
    [3, 1, 'F'],
    [4, 2, 'G7'],
    [6, 1.5, 'Am'],
    [7.5, 1.5, 'G/B'],
  ]);
  expect(() => readChords('C:2', 3)).toThrow('lasts 2 of 3 units');
});
