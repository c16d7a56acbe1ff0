import { expect, test } from 'vitest';
import { chordNamed } from './chord.ts';
import { nameOf, pitchClassOf, pitchNamed, rangeNamed } from './pitch.ts';
import { nearestBass, nearestVoicing } from './voicing.ts';

const range = rangeNamed('G3-E5');
const voices = (text: string) => text.split(' ').map(pitchNamed);
const names = (pitches: readonly number[]) => pitches.map(nameOf).join(' ');

test('a chord symbol tells root, bass, tones and what must not be doubled', () => {
  expect(chordNamed('Bb7/Ab')).toMatchObject({ root: 10, bass: 8, tones: [2, 8, 10, 5], tendencies: [2, 8] });
  expect(chordNamed('F#m7b5').tones).toEqual([9, 4, 0, 6]);
  for (const wrong of ['H', 'Cmoll', '', 'C/x']) expect(() => chordNamed(wrong)).toThrow(RangeError);
});

test('the bass goes to the nearest tone in its range', () => {
  const bassRange = rangeNamed('E2-E3');
  expect(nearestBass(chordNamed('D/F#'), bassRange, pitchNamed('G2'))).toBe(pitchNamed('F#2'));
  expect(nearestBass(chordNamed('E'), bassRange, pitchNamed('D3'))).toBe(pitchNamed('E3'));
  expect(() => nearestBass(chordNamed('C'), rangeNamed('D2-F2'))).toThrow(RangeError);
});

test('common tones stay, and the others move by a step', () => {
  const before = { voices: voices('E4 G4 C5'), bass: pitchNamed('C3') };
  const next = nearestVoicing(chordNamed('Am'), pitchNamed('A2'), { count: 3, range, before });
  expect(names(next)).toBe('E4 A4 C5');
});

test('a leading tone rises, and fifths and octaves with the bass are not repeated', () => {
  const before = { voices: voices('B3 F4 G4'), bass: pitchNamed('G2') };
  const tonic = nearestVoicing(chordNamed('C'), pitchNamed('C3'), { count: 3, range, before });
  expect(names(tonic)).toBe('C4 E4 G4');
  const fifths = { voices: voices('G3 C4 E4'), bass: pitchNamed('C3') };
  const step = nearestVoicing(chordNamed('Dm'), pitchNamed('D3'), { count: 3, range, before: fifths });
  expect(names(step)).not.toBe('A3 D4 F4');
});

test('every tone that colours the chord is there, and no tendency tone twice', () => {
  const seventh = nearestVoicing(chordNamed('G7'), pitchNamed('G2'), { count: 4, range });
  const classes = seventh.map(pitchClassOf);
  expect(classes).toEqual(expect.arrayContaining([11, 5, 2]));
  expect(classes.filter((tone) => tone === 11 || tone === 5)).toHaveLength(2);
});

test('voices keep out of the way of what sings', () => {
  const request = { count: 3, range, before: { voices: voices('C4 E4 B4'), bass: pitchNamed('C3') } };
  const chord = chordNamed('Cmaj7');
  expect(nearestVoicing(chord, pitchNamed('C3'), request)).toContain(pitchNamed('B4'));
  const under = nearestVoicing(chord, pitchNamed('C3'), { ...request, singing: [pitchNamed('C5')] });
  expect(under).not.toContain(pitchNamed('B4'));
  expect(under).not.toContain(pitchNamed('B3'));
});

test('a range without room is refused', () => {
  expect(() => nearestVoicing(chordNamed('C'), 48, { count: 4, range: rangeNamed('C4-E4') })).toThrow(
    RangeError,
  );
});
