import { pitchClassOf } from '../lib/pitch.ts';
import type { ArrangedNote } from '../lib/score.ts';

/** Shares that sum up to 1, by name. */
type Profile = Map<number, number>;

function profileOf(values: readonly { key: number; weight: number }[]): Profile {
  const total = values.reduce((sum, { weight }) => sum + weight, 0);
  const profile: Profile = new Map();
  for (const { key, weight } of values) profile.set(key, (profile.get(key) ?? 0) + weight / total);
  return profile;
}

/** How much of the time each pitch class sounds. */
export const pitchClassProfile = (notes: readonly ArrangedNote[]): Profile =>
  profileOf(notes.map(({ pitch, length }) => ({ key: pitchClassOf(pitch), weight: length })));

/** How frequent each length is, in pulses. */
export const rhythmProfile = (notes: readonly ArrangedNote[], pulse: number): Profile =>
  profileOf(notes.map(({ length }) => ({ key: Math.round((12 * length) / pulse), weight: 1 })));

/** How frequent each step from note to note is, in semitones. */
export const stepProfile = (notes: readonly ArrangedNote[]): Profile =>
  profileOf(
    notes.slice(1).map(({ pitch }, index) => ({ key: pitch - (notes[index]?.pitch ?? pitch), weight: 1 })),
  );

/** Half the sum of the differences: 0 for the same profile, 1 for profiles that share nothing (total variation). */
export function distance(one: Profile, other: Profile): number {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].reduce((sum, key) => sum + Math.abs((one.get(key) ?? 0) - (other.get(key) ?? 0)), 0) / 2;
}

/** Rises, falls and lengths of a few notes: what the ear knows again when a motif comes back higher, lower or varied. */
function shapeOf(notes: readonly ArrangedNote[]): string {
  return notes
    .map(({ pitch, length }, index) => {
      const next = notes[index + 1];
      return next ? `${length}${['v', '-', '^'][Math.sign(next.pitch - pitch) + 1]}` : `${length}`;
    })
    .join(' ');
}

/** How often the commonest shape of so many notes occurs in a melody. */
export function motifCount(melody: readonly ArrangedNote[], size: number): number {
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= melody.length; start++) {
    const shape = shapeOf(melody.slice(start, start + size));
    counts.set(shape, (counts.get(shape) ?? 0) + 1);
  }
  return Math.max(0, ...counts.values());
}
