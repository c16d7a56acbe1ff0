import { expect, test } from 'vitest';
import { createFigures } from './figure.ts';
import { readChords } from './notation.ts';
import { nameOf } from './pitch.ts';
import type { FigurePart } from './score.ts';

const base = { instrument: 'piano', figure: 'b', range: 'C4-B4', bass: 'C2-B2' } as const;

function write(part: Partial<FigurePart>, chords: string) {
  const notes = createFigures(4).write({ ...base, ...part }, readChords(chords, 4), []);
  return notes.map(({ at, length, pitch }) => `${at} ${nameOf(pitch)} ${length}`);
}

test('a pattern walks through bass, octave and voices, beyond the highest an octave up, and rings to the chord’s end', () => {
  expect(write({ figure: 'b o 1 2 3 4 .', step: 0.5 }, 'C')).toEqual([
    '0 C2 4',
    '0.5 C3 3.5',
    '1 C4 3',
    '1.5 E4 2.5',
    '2 G4 2',
    '2.5 C5 1.5',
    '3.5 C2 0.5',
  ]);
});

test('patterns are taken in turn, one a bar; each chord begins anew; a ring shortens', () => {
  expect(write({ figure: 'b 1 | 1 b', step: 1, ring: 1, voices: 1, range: 'E4-G4' }, 'C:2 C:2 | C')).toEqual([
    ...['0 C2 1', '1 E4 1', '2 C2 1', '3 E4 1'],
    ...['4 E4 1', '5 C2 1', '6 E4 1', '7 C2 1'],
  ]);
});

test('without a step the chord is held, and common tones are tied where the part says so', () => {
  expect(write({ figure: 'b+1+2+3', tied: true }, 'C | Am')).toEqual([
    '0 C2 4',
    '0 C4 8',
    '0 E4 8',
    '0 G4 4',
    '4 A2 4',
    '4 A4 4',
  ]);
});

test('an unknown step is refused', () => {
  expect(() => write({ figure: 'x' }, 'C')).toThrow('x is not a step of a figure');
});
