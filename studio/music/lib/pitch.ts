/** A pitch is a MIDI note number: 60 is C4 (middle C). A pitch class is a pitch modulo 12: 0 is C. */
export type Pitch = number;
export type PitchClass = number;

/** Both ends inclusive. */
export interface PitchRange {
  low: Pitch;
  high: Pitch;
}

const naturals: Record<string, PitchClass> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
const names = ['C', 'C#', 'D', 'Eb', 'E', 'F', 'F#', 'G', 'Ab', 'A', 'Bb', 'B'];

export const pitchClassOf = (pitch: Pitch): PitchClass => ((pitch % 12) + 12) % 12;

/** `Bb` is 10. Throws RangeError for an invalid note name. */
export function pitchClassNamed(name: string): PitchClass {
  const [, letter = '', accidentals = ''] = /^([A-G])(b*|#*)$/.exec(name) ?? [];
  const natural = naturals[letter];
  if (natural === undefined) throw new RangeError(`${name} is not a note name`);
  return pitchClassOf(natural + (accidentals.startsWith('b') ? -1 : 1) * accidentals.length);
}

/** `C4` is 60, and so is `B#3`. Throws RangeError for an invalid pitch. */
export function pitchNamed(name: string): Pitch {
  const [, note = '', octave = ''] = /^([A-G][b#]*)(\d)$/.exec(name) ?? [];
  if (!note) throw new RangeError(`${name} is not a pitch`);
  const spelled = (naturals[note.charAt(0)] ?? 0) + (note.includes('b') ? -1 : 1) * (note.length - 1);
  return 12 * (Number(octave) + 1) + spelled;
}

/** The name of a pitch in its most common spelling. */
export function nameOf(pitch: Pitch): string {
  return `${names[pitchClassOf(pitch)]}${Math.floor(pitch / 12) - 1}`;
}

/** Parses a range such as `E3-C5`. Throws RangeError for an invalid one. */
export function rangeNamed(text: string): PitchRange {
  const [low = '', high = ''] = text.split('-');
  return { low: pitchNamed(low), high: pitchNamed(high) };
}
