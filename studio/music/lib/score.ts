import type { MusicTrackId } from '../../../shared/music.ts';
import type { InstrumentName } from './instruments.ts';
import type { Pitch } from './pitch.ts';

export interface Metre {
  name: string;
  /** Units in a bar: the denominator's notes. All lengths in a score are in units. */
  units: number;
  /** Units in a pulse, which is what the tempo counts: 3 in 6/8. */
  pulse: number;
}

export const metres = {
  fourFour: { name: '4/4', units: 4, pulse: 1 },
  threeFour: { name: '3/4', units: 3, pulse: 1 },
  sixEight: { name: '6/8', units: 6, pulse: 3 },
} satisfies Record<string, Metre>;

export type Role = 'melody' | 'counter' | 'inner' | 'bass';

interface PartBase {
  instrument: InstrumentName;
  /** Loudness against the section's dynamics; 1 is as marked. */
  level?: number;
}

/** Notes as written. */
export interface LinePart extends PartBase {
  role: Role;
  /** See `readLine`. */
  line: string;
  /** In semitones. */
  transpose?: number;
  /** The line comes back more softly, as from a valley: after so many units, so many times. */
  echo?: { after: number; times: number };
}

/**
 * Notes made of the section's chords. The pattern has one token a step and begins anew with each chord: `b` is the bass,
 * `o` its octave, `1` the lowest of the upper voices, `2` the next (beyond the highest they go on an octave above), `.`
 * nothing; `b+1+2` sound together. Patterns parted by `|` are taken in turn, one a bar. Without a step the pattern is one chord that lasts as long as the harmony.
 */
export interface FigurePart extends PartBase {
  figure: string;
  /** In units. */
  step?: number;
  /** How long a note rings, in units; without it to the end of its chord. */
  ring?: number;
  /** Number and range of the upper voices: 3 in `G3-E5` unless told otherwise. */
  voices?: number;
  range?: string;
  bass?: string;
  /** A tone that the next chord has too is held on instead of played again. */
  tied?: boolean;
  /** Seconds between the notes of a rolled chord, lowest first. */
  roll?: number;
}

export type Part = LinePart | FigurePart;

export interface Section {
  name: string;
  /** See `readChords`. */
  chords: string;
  /** A mark, `mp`, or two of them for a slow change, `p < mf`. */
  dynamics: string;
  parts: Part[];
  /** Speed against the piece's tempo. */
  tempo?: number;
  /** The last so many units slow down to a part of the speed. */
  ritardando?: { units: number; to: number };
}

export interface Piece {
  id: MusicTrackId;
  title: string;
  /** Its tonic comes first: `Eb major`. */
  key: string;
  metre: Metre;
  /** Pulses a minute. */
  tempo: number;
  /** The form in short, such as `intro A B A' coda`. */
  form: string;
  /** How much the tempo breathes within a phrase, as a part of the tempo. */
  rubato: number;
  /** Bars in a phrase. */
  phrase: number;
  /** Where it is played. */
  room: 'salon' | 'hall' | 'cathedral';
  /** Seconds for which the last bar rings on, and over which all fades at the end. */
  ending: { ring: number; fade: number };
  seed: number;
  sections: Section[];
}

/** A note of the arranged piece: everything but the player's freedom. Times are in units from the beginning. */
export interface ArrangedNote {
  at: number;
  length: number;
  pitch: Pitch;
  instrument: InstrumentName;
  role: Role;
  /** Loudness against the dynamics. */
  level: number;
  /** Seconds after the beat, in a rolled chord. */
  delay: number;
}
