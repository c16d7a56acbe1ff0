import { type PitchClass, pitchClassNamed, pitchClassOf } from './pitch.ts';

/** A chord as pitch classes, without octaves. */
export interface Chord {
  symbol: string;
  root: PitchClass;
  bass: PitchClass;
  /** Pitch classes in the order of priority for a thin voicing: the most characteristic tones come first. */
  tones: PitchClass[];
  /** Pitch classes that are never doubled in the upper voices: the third of a dominant, sevenths, tensions. */
  tendencies: PitchClass[];
}

/** Intervals above the root, most characteristic first. */
const qualities: Record<string, number[]> = {
  '': [4, 0, 7],
  m: [3, 0, 7],
  dim: [3, 6, 0],
  aug: [4, 8, 0],
  sus2: [2, 7, 0],
  sus4: [5, 7, 0],
  add9: [4, 2, 0, 7],
  madd9: [3, 2, 0, 7],
  '6': [4, 9, 0, 7],
  m6: [3, 9, 0, 7],
  '69': [4, 9, 2, 7, 0],
  '7': [4, 10, 0, 7],
  '7b9': [4, 10, 1, 7, 0],
  '9': [4, 10, 2, 7, 0],
  '13': [4, 10, 9, 2, 0],
  '7sus4': [5, 10, 7, 0],
  '9sus4': [5, 10, 2, 7, 0],
  maj7: [4, 11, 7, 0],
  maj9: [4, 11, 2, 7, 0],
  m7: [3, 10, 7, 0],
  m9: [3, 10, 2, 7, 0],
  m11: [3, 10, 5, 2, 0],
  m7b5: [3, 10, 6, 0],
  dim7: [3, 9, 6, 0],
};

/** Parses a chord symbol such as `Fm7`, `Bb7sus4` or `Ab/C`. Throws RangeError for an unknown one. */
export function chordNamed(symbol: string): Chord {
  const [, root = '', quality = '', bass = root] =
    /^([A-G][b#]?)([^/]*)(?:\/([A-G][b#]?))?$/.exec(symbol) ?? [];
  const intervals = qualities[quality];
  if (!root || !intervals) throw new RangeError(`${symbol} is not a known chord`);
  const rootClass = pitchClassNamed(root);
  const above = (interval: number) => pitchClassOf(rootClass + interval);
  const isDominant = intervals.includes(4) && intervals.includes(10);
  const tense = intervals.filter(
    (interval) => ![0, 3, 4, 7].includes(interval) || (isDominant && interval === 4),
  );
  return {
    symbol,
    root: rootClass,
    bass: pitchClassNamed(bass),
    tones: intervals.map(above),
    tendencies: tense.map(above),
  };
}
