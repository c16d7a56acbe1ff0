import { pitchClassOf } from '../lib/pitch.ts';
import type { ArrangedNote } from '../lib/score.ts';

/** Shares that add up to 1, by key. */
type Profile = Map<number, number>;

function profileOf(values: readonly { key: number; weight: number }[]): Profile {
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  const profile: Profile = new Map();
  for (const { key, weight } of values) profile.set(key, (profile.get(key) ?? 0) + weight / total);
  return profile;
}

/** The share of time during which each pitch class sounds. */
export const pitchClassProfile = (notes: readonly ArrangedNote[]): Profile =>
  profileOf(notes.map(({ pitch, length }) => ({ key: pitchClassOf(pitch), weight: length })));

/** The frequency of each note length, in pulses. */
export const rhythmProfile = (notes: readonly ArrangedNote[], pulse: number): Profile =>
  profileOf(notes.map(({ length }) => ({ key: Math.round((12 * length) / pulse), weight: 1 })));

/** The frequency of each interval between consecutive notes, in semitones. */
export const stepProfile = (notes: readonly ArrangedNote[]): Profile =>
  profileOf(
    notes.slice(1).map(({ pitch }, index) => ({ key: pitch - (notes[index]?.pitch ?? pitch), weight: 1 })),
  );

/** Total variation distance: half the sum of the differences, 0 for equal profiles, 1 for disjoint ones. */
export function distance(one: Profile, other: Profile): number {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].reduce((sum, key) => sum + Math.abs((one.get(key) ?? 0) - (other.get(key) ?? 0)), 0) / 2;
}

/**
 * The intervals and lengths of a few notes, which make a motif recognizable when it returns higher, lower or varied.
 */
function shapeOf(notes: readonly ArrangedNote[]): string {
  return notes
    .map(({ pitch, length }, index) => {
      const next = notes[index + 1];
      return next ? `${length}${['v', '-', '^'][Math.sign(next.pitch - pitch) + 1]}` : `${length}`;
    })
    .join(' ');
}

/** The number of occurrences of a melody's most common shape of `size` notes. */
export function motifCount(melody: readonly ArrangedNote[], size: number): number {
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= melody.length; start++) {
    const shape = shapeOf(melody.slice(start, start + size));
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
