import { expect, test } from 'vitest';
import { musicTrackIds } from '#shared/music.ts';
import {
  distance,
  motifCount,
  pitchClassProfile,
  rhythmProfile,
  stepProfile,
} from '../analysis/character.ts';
import { clashes, melodyOf, parallels, strayLeadingTones } from '../analysis/voice-leading.ts';
import { arrange } from '../lib/arrange.ts';
import { dynamicsNamed } from '../lib/dynamics.ts';
import { instruments } from '../lib/instruments.ts';
import { toMidi } from '../lib/midi.ts';
import { perform } from '../lib/perform.ts';
import { pitchClassNamed, pitchClassOf } from '../lib/pitch.ts';
import { pieces } from './all.ts';

const scores = pieces.map((piece) => {
  const arrangement = arrange(piece);
  return { piece, id: piece.id, arrangement, melody: melodyOf(arrangement) };
});
const tonicOf = ({ key }: { key: string }) => pitchClassNamed(key.split(' ', 1)[0] ?? '');

test('there is a piece for every track', () => {
  expect(pieces.map(({ id }) => id)).toEqual([...musicTrackIds]);
});

test.each(scores)(
  '$id lasts between one and two minutes and is neither bare nor crowded',
  ({ piece, arrangement }) => {
    const { tracks, duration } = perform(piece);
    expect(duration).toBeGreaterThanOrEqual(60);
    expect(duration).toBeLessThanOrEqual(120);
    const strikes = new Set(arrangement.notes.map(({ at }) => at)).size;
    expect(strikes / duration).toBeGreaterThan(0.6);
    expect(strikes / duration).toBeLessThan(8);
    for (const { notes } of tracks) {
      expect(Math.max(...notes.map(({ time }) => time))).toBeLessThan(duration);
    }
  },
);

test.each(scores)('$id stays in the ranges of its instruments', ({ arrangement }) => {
  for (const { instrument, pitch } of arrangement.notes) {
    const { low, high } = instruments[instrument].range;
    expect(pitch, instrument).toBeGreaterThanOrEqual(low);
    expect(pitch, instrument).toBeLessThanOrEqual(high);
  }
});

test.each(scores)(
  '$id leads its voices: no parallels, no held clashes, leading tones rise',
  ({ piece, arrangement }) => {
    expect(parallels(arrangement)).toEqual([]);
    expect(clashes(arrangement, piece.metre)).toEqual([]);
    expect(strayLeadingTones(arrangement)).toEqual([]);
  },
);

test.each(scores)('$id has a motif that comes back, within a melody that can be sung', ({ melody }) => {
  expect(motifCount(melody, 3)).toBeGreaterThanOrEqual(4);
  const steps = melody.slice(1).map(({ pitch }, index) => Math.abs(pitch - (melody[index]?.pitch ?? pitch)));
  expect(steps.filter((step) => step <= 5).length / steps.length).toBeGreaterThan(0.7);
});

test.each(scores)(
  '$id begins within a second, softly, and ends at home or fades away',
  ({ piece, arrangement }) => {
    const first = Math.min(...perform(piece).tracks.flatMap(({ notes }) => notes.map(({ time }) => time)));
    expect(first).toBeLessThan(1);
    expect(dynamicsNamed(piece.sections[0]?.dynamics ?? '').from).toBeLessThanOrEqual(
      dynamicsNamed('mp').from,
    );
    const last = arrangement.chords.at(-1)?.value;
    const fades = piece.ending.fade >= 6;
    if (!fades) expect(last?.root).toBe(tonicOf(piece));
    if (!fades) expect(last?.bass).toBe(tonicOf(piece));
    expect(dynamicsNamed(piece.sections.at(-1)?.dynamics ?? '').to).toBeLessThanOrEqual(
      dynamicsNamed('p').from,
    );
  },
);

test.each(scores)(
  '$id can follow itself: its end leads on to its beginning',
  ({ arrangement: { chords } }) => {
    const [first, last] = [chords[0]?.value, chords.at(-1)?.value];
    expect(last?.tones.filter((tone) => first?.tones.includes(tone)).length).toBeGreaterThanOrEqual(2);
  },
);

test.each(scores)('$id has a form of at least three different sections', ({ piece, arrangement }) => {
  expect(piece.sections.length).toBeGreaterThanOrEqual(3);
  expect(new Set(piece.sections.map(({ chords }) => chords)).size).toBeGreaterThanOrEqual(3);
  expect(arrangement.boundaries).toHaveLength(piece.sections.length + 1);
});

const pairs = scores.flatMap((one, index) => scores.slice(index + 1).map((other) => [one, other] as const));

test('no two pieces are alike in key, in metre and tempo, in sound, in rhythm and in melody', () => {
  expect(new Set(pieces.map(({ key }) => key)).size).toBe(pieces.length);
  for (const [one, other] of pairs) {
    const names = `${one.id}, ${other.id}`;
    const sameMetre = one.piece.metre.name === other.piece.metre.name;
    if (sameMetre) expect(Math.abs(one.piece.tempo - other.piece.tempo), names).toBeGreaterThanOrEqual(3);
    const profiles = [one, other].map(({ arrangement, melody, piece }) => ({
      classes: pitchClassProfile(arrangement.notes),
      rhythm: rhythmProfile(melody, piece.metre.pulse),
      steps: stepProfile(melody),
    }));
    const [a, b] = profiles;
    if (!a || !b) throw new Error('a pair has two pieces');
    expect(distance(a.classes, b.classes), names).toBeGreaterThan(0.15);
    expect(distance(a.rhythm, b.rhythm) + distance(a.steps, b.steps), names).toBeGreaterThan(0.4);
  }
});

test('no two melodies begin alike', () => {
  const openings = scores.map(({ melody }) =>
    melody
      .slice(0, 6)
      .map(({ pitch, length }) => `${pitchClassOf(pitch - (melody[0]?.pitch ?? 0))}:${length}`)
      .join(' '),
  );
  expect(new Set(openings).size).toBe(scores.length);
});

test('the same seed gives the same music, another seed another', () => {
  for (const piece of pieces) {
    const midi = toMidi(piece.title, perform(piece));
    expect(toMidi(piece.title, perform(piece))).toEqual(midi);
    expect(toMidi(piece.title, perform({ ...piece, seed: piece.seed + 1 }))).not.toEqual(midi);
  }
});
