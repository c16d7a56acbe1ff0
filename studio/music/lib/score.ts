import type { MusicTrackId } from '#shared/music.ts';
import type { InstrumentName } from './instruments.ts';
import type { Pitch } from './pitch.ts';

export interface Metre {
  name: string;
  /** Units per bar, a unit being the note value of the denominator. All lengths in a score are in units. */
  units: number;
  /** Units per pulse, which is what the tempo counts: 3 in 6/8. */
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
  /** Loudness relative to the section's dynamics; 1 is as marked. */
  level?: number;
}

/** Notes as written. */
export interface LinePart extends PartBase {
  role: Role;
  /** See `readLine`. */
  line: string;
  /** In semitones. */
  transpose?: number;
  /** Repeats the line more softly, like an echo: after this many units, this many times. */
  echo?: { after: number; times: number };
}

/**
 * Notes generated from the section's chords. The pattern has one token per step and restarts with each chord: `b` is
 * the bass, `o` its octave, `1` the lowest of the upper voices, `2` the next (numbers beyond the highest continue an
 * octave above), `.` is a rest; `b+1+2` sound together. Patterns separated by `|` take turns, one per bar. Without a
 * step, the pattern is a single chord that lasts as long as the harmony.
 */
export interface FigurePart extends PartBase {
  figure: string;
  /** In units. */
  step?: number;
  /** How long a note rings, in units; by default, until the end of its chord. */
  ring?: number;
  /** Number and range of the upper voices; by default 3 in `G3-E5`. */
  voices?: number;
  range?: string;
  bass?: string;
  /** Tones shared with the next chord are held instead of repeated. */
  tied?: boolean;
  /** Seconds between the notes of a rolled chord, lowest first. */
  roll?: number;
}

export type Part = LinePart | FigurePart;

export interface Section {
  name: string;
  /** See `readChords`. */
  chords: string;
  /** A mark such as `mp`, or two for a gradual change: `p < mf`. */
  dynamics: string;
  parts: Part[];
  /** Speed relative to the piece's tempo. */
  tempo?: number;
  /** The last `units` units slow down to the share `to` of the speed. */
  ritardando?: { units: number; to: number };
}

export interface Piece {
  id: MusicTrackId;
  title: string;
  /** Starts with its tonic: `Eb major`. */
  key: string;
  metre: Metre;
  /** Pulses per minute. */
  tempo: number;
  /** The form in short notation, such as `intro A B A' coda`. */
  form: string;
  /** Tempo variation within a phrase, as a share of the tempo. */
  rubato: number;
  /** Bars per phrase. */
  phrase: number;
  /** The simulated room. */
  room: 'salon' | 'hall' | 'cathedral';
  /** Seconds that the last bar rings on, and duration of the final fade-out. */
  ending: { ring: number; fade: number };
  seed: number;
  sections: Section[];
}

/** A note of the arranged piece, before interpretation. Times are in units from the beginning. */
export interface ArrangedNote {
  at: number;
  length: number;
  pitch: Pitch;
  instrument: InstrumentName;
  role: Role;
  /** Loudness relative to the dynamics. */
  level: number;
  /** Seconds after the beat, in a rolled chord. */
  delay: number;
}
