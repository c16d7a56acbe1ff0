import { expect, test } from 'vitest';
import type { Arrangement } from '../lib/arrange.ts';
import { readChords, readLine } from '../lib/notation.ts';
import { type ArrangedNote, metres, type Role } from '../lib/score.ts';
import { motifCount } from './character.ts';
import { clashes, melodyOf, parallels, strayLeadingTones } from './voice-leading.ts';

const voice = (role: Role, line: string): ArrangedNote[] =>
  readLine(line, 4).map(({ at, length, value }) => ({
    at,
    length,
    pitch: value,
    role,
    instrument: role === 'melody' ? 'violin' : 'cello',
    level: 1,
    delay: 0,
  }));

function score(chords: string, melody: string, bass: string): Arrangement {
  const notes = [...voice('melody', melody), ...voice('bass', bass)];
  return { notes, chords: readChords(chords, 4), boundaries: [0, 4 * chords.split('|').length] };
}

test.each([
  ['fifths', 'G4:4 | A4:4', 'C3:4 | D3:4', 1],
  ['octaves', 'C5:4 | D5:4', 'C3:4 | D3:4', 1],
  ['fifths in contrary motion', 'G4:4 | D5:4', 'C4:4 | G3:4', 1],
  ['thirds', 'E4:4 | F4:4', 'C3:4 | D3:4', 0],
  ['a fifth that stays', 'G4:4 | G4:4', 'C3:4 | C3:4', 0],
  ['a rest between', 'G4:3 r | A4:4', 'C3:4 | D3:4', 0],
])('parallels: %s', (_, melody, bass, count) => {
  expect(parallels(score('C | Dm', melody, bass))).toHaveLength(count);
});

test.each([
  ['a held minor second', 'C5:4', 'B4:4', 1],
  ['a held minor ninth', 'C5:4', 'B3:4', 1],
  ['a major seventh', 'B4:4', 'C4:4', 0],
  ['one that is over within a pulse', 'C5:.5 D5:3.5', 'B4:4', 0],
  ['one that begins on a weak beat', 'D5 C5:3', 'B4:4', 0],
])('clashes: %s', (_, melody, other, count) => {
  expect(clashes(score('C', melody, other), metres.fourFour)).toHaveLength(count);
});

test('a leading tone that falls is found, one that rises is not', () => {
  expect(strayLeadingTones(score('G7 | C', 'D5:2 B4:2 | C5:4', 'G2:4 | C3:4'))).toEqual([]);
  expect(strayLeadingTones(score('G7 | C', 'D5:2 B4:2 | G4:4', 'G2:4 | C3:4'))).toEqual([
    { at: 4, what: 'B4 to G4' },
  ]);
});

test('a motif is known again when it is transposed and stretched, not when its rhythm changes', () => {
  const melody = (line: string) => melodyOf(score('C | C', line, 'C3:4 | C3:4'));
  expect(motifCount(melody('C5 E5 D5:2 | D5 G5 F5:2'), 3)).toBe(2);
  expect(motifCount(melody('C5 E5 D5:2 | D5:2 G5 F5'), 3)).toBe(1);
});
